//! Chromium without a window. One process serves all tests, and shows each page in a target of its own. The tests ask it over
//! `--remote-debugging-pipe`: both sides write JSON, and a NUL byte after each message.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};

use serde_json::{Value, json};

/// Chromium reads from file descriptor 3 and writes to 4. The shell makes these of its own input and output, which are pipes to
/// the tests. Its argument is a folder for Chromium's profile.
const SHELL: &str = "chromium --headless --no-sandbox --disable-gpu --remote-debugging-pipe --user-data-dir=\"$0\" \
                     3<&0 4>&1 </dev/null >/dev/null; rm -rf \"$0\"";

/// Milliseconds after which a page is taken to be stuck.
const MAX_WAIT: u32 = 60_000;

static BROWSER: LazyLock<Option<Mutex<Browser>>> = LazyLock::new(|| {
    // Where it is installed, it may not start.
    let browser = Browser::start();
    if let Err(error) = &browser {
        println!("no Chromium starts, and pages are not shown: {error}");
    }
    browser.ok().map(Mutex::new)
});

/// The document that a page has become as soon as it is loaded and an element matches the selector. `None` without Chromium.
pub fn document(address: &str, selector: &str) -> Option<String> {
    let acts = format!(
        "await until(() => document.querySelector('{selector}')); return document.documentElement.outerHTML;"
    );
    let document = evaluate(address, Medium::Screen, &acts)?;
    Some(document.as_str().expect("a text").to_owned())
}

/// What a page is shown on.
#[derive(Clone, Copy)]
pub enum Medium {
    Screen,
    Paper,
}

/// What acts return in a loaded page: the body of an asynchronous function in JavaScript, which can wait by `await until(() => ..)`.
/// `None` without Chromium.
pub fn evaluate(address: &str, medium: Medium, acts: &str) -> Option<Value> {
    let browser = BROWSER.as_ref()?;
    // After a test that failed here, others go on: an answer that it did not read is skipped.
    let mut browser = browser.lock().unwrap_or_else(PoisonError::into_inner);
    Some(browser.evaluate(address, medium, acts))
}

/// It ends, and its profile is removed, when this process ends, since that closes the pipes.
struct Browser {
    _process: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
    /// The number of requests, the last of which has this identifier.
    count: u64,
}

impl Browser {
    /// # Errors
    /// It does not answer.
    fn start() -> io::Result<Self> {
        let profile = format!("multibody-page-{}-profile", std::process::id());
        let mut process = Command::new("sh")
            .args(["-c", SHELL])
            .arg(std::env::temp_dir().join(profile))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (requests, answers) = (process.stdin.take(), process.stdout.take());
        let mut browser = Self {
            requests: requests.expect("a pipe"),
            answers: BufReader::new(answers.expect("a pipe")),
            _process: process,
            count: 0,
        };
        browser.answer(&json!({ "method": "Browser.getVersion" }))?;
        Ok(browser)
    }

    /// Sends a request and reads until its answer.
    ///
    /// # Errors
    /// The browser has ended.
    fn answer(&mut self, request: &Value) -> io::Result<Value> {
        self.count += 1;
        let mut request = request.clone();
        request["id"] = self.count.into();
        write!(self.requests, "{request}\0")?;
        loop {
            let mut message = Vec::new();
            self.answers.read_until(0, &mut message)?;
            let text = message.strip_suffix(&[0]);
            let ended = io::ErrorKind::UnexpectedEof;
            let message: Value = serde_json::from_slice(text.ok_or(ended)?)?;
            // Events have no identifier.
            if message["id"] == request["id"] {
                return Ok(message);
            }
        }
    }

    /// The result of a method of the browser, or of the session of a target.
    fn call(&mut self, method: &str, parameters: Value, session: Option<&Value>) -> Value {
        let mut request = json!({ "method": method, "params": parameters });
        if let Some(session) = session {
            request["sessionId"] = session.clone();
        }
        let mut answer = self.answer(&request).expect("the browser answers");
        assert!(answer["error"].is_null(), "{request}: {answer}");
        answer["result"].take()
    }

    fn evaluate(&mut self, address: &str, medium: Medium, acts: &str) -> Value {
        let blank = json!({ "url": "about:blank" });
        let target = self.call("Target.createTarget", blank, None)["targetId"].take();
        let attachment = json!({ "targetId": target, "flatten": true });
        let session = self.call("Target.attachToTarget", attachment, None)["sessionId"].take();
        if let Medium::Paper = medium {
            let paper = json!({ "media": "print" });
            self.call("Emulation.setEmulatedMedia", paper, Some(&session));
        }
        let navigation = self.call("Page.navigate", json!({ "url": address }), Some(&session));
        assert!(navigation["errorText"].is_null(), "{address}: {navigation}");
        let evaluation = json!({
            "expression": promise(acts),
            "awaitPromise": true,
            "returnByValue": true,
        });
        let mut outcome = self.call("Runtime.evaluate", evaluation, Some(&session));
        self.call("Target.closeTarget", json!({ "targetId": target }), None);
        assert!(outcome["exceptionDetails"].is_null(), "{outcome}");
        outcome["result"]["value"].take()
    }
}

/// A promise of what acts return, in JavaScript. In the task that makes a document complete, its handlers of `load` run too, so that
/// any later task sees what they have done.
fn promise(acts: &str) -> String {
    format!(
        "(async () => {{
            const until = async condition => {{
                while (!condition()) {{
                    if (performance.now() > {MAX_WAIT}) throw new Error(condition + ' never holds in ' + document.documentElement.outerHTML);
                    await new Promise(resume => setTimeout(resume, 5));
                }}
            }};
            await until(() => document.readyState === 'complete');
            {acts}
        }})()"
    )
}
