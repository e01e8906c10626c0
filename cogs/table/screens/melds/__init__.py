"""The screens of Basic and German Rummy, where melds go on the table."""
