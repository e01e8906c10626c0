def table_alt(view,names,texts): return "x"
def hand_alt(view,texts): return "x"
