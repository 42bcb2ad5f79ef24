import type { Examples } from "../proof.examples.ts";

export const pythonExamples: Examples = {
  "python-frame": {
    redacts: [
      'Traceback\n  File "/srv/x.py", line 3, in f\n    g(secret)\n    ^^^^^^^^^\nValueError: bad',
      'File "x.py", line 3, in f g(secret) ValueError: bad',
      'Segmentation fault File "x.py", line 3 in load',
    ],
    keeps: ['Open File "x.csv" first', "line 3 in x"],
  },
  "python-heading": { redacts: ["Traceback (most recent call last):"], keeps: ["The above is fine."] },
};
