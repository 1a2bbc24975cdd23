// An empty program: the cost of any Swift program from start to exit.
