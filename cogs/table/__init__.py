"""Tables on Discord: the `/rummy` commands, clicks, public messages and private panels."""
