"""Runs the samples that arrive as lines of JSON, one after the other, and answers each with what became of it."""
import contextlib
import io
import json
import sys
import traceback
import urllib.error
import urllib.request

opened = urllib.request.urlopen
last = {}


class Answer(io.BytesIO):
    """An answer that has been read, for the sample to read again."""

    def __init__(self, response):
        super().__init__(response.read())
        self.status = response.status
        self.headers = response.headers


def urlopen(request, *rest, **named):
    try:
        answer = Answer(opened(request, *rest, **named))
    except urllib.error.HTTPError as error:
        last.update(status=error.code, text=error.read().decode(errors="replace"))
        raise
    last.update(status=answer.status, text=answer.getvalue().decode(errors="replace"))
    return answer


urllib.request.urlopen = urlopen

for line in sys.stdin:
    last = {"status": 0, "text": "", "fault": ""}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(json.loads(line), "sample", "exec"), {"__name__": "__main__"})
    except Exception:
        last["fault"] = traceback.format_exc()[-1000:]
    print(json.dumps(last), flush=True)
