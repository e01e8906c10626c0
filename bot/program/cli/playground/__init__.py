"""``remik playground``: the bot on a stand-in for Discord, with a page in the browser that shows it to several people.

The stand-in and the page run in the parent process, which doesn't load discord.py and so starts at once; the bot runs
in a child process that can be killed.
"""
