"""The queue of pictures: who waits for whom, from a request to a finished picture.

1. `studio.Studio` answers from its cache, or joins a request for the same picture that is already being drawn.
2. Work that is less urgent than answers to clicks (`Studio.low_priority`: what the others at a table see) first waits
   for answers under way, up to 6 milliseconds. Then two blocks of it run at once, those first that have been wanted
   longest (`lanes.OldestFirst`): one of them is drawn while the other one is prepared.
3. One thread draws (`studio.DrawingThread`), in the order of `lanes.TwoLanes`: pictures for answers first, but every
   third one is the oldest of those that can wait. One that an answer needs as well doesn't wait any more.
4. If 16 pictures wait, a process draws for the next 30 seconds (`process.DrawingProcess`), while this one runs Python
   code for clicks. What it gets is an order: a function of `orders` with its arguments, all values.

A time limit for each picture that waits would add up, and with strict priority nothing else is drawn in a long burst.
"""
