import type { DemoVoice } from './demo-voice.ts'

const NOTE = '**Note:** this is the demo, a scripted answer with no network.'

/** Broad and practical answers: an overview, then examples. */
export const googleDemo: DemoVoice = {
  tokensPerSecond: 75,
  answers: {
    tokens: {
      thinking:
        '**Framing the Comparison**\n\nI see that OAuth 2 and JWT are being treated as alternatives. I will explain the ' +
        'layers with an everyday picture, then give a recommendation by scenario.\n\n',
      text: `Think of a hotel.

* **OAuth 2** is the *front desk*: the procedure by which you are given a key card, and which doors it opens.
* **JWT** is one *kind of key card*: everything that the door needs to know is written on it, and signed.

So the front desk may hand out JWT cards, or cards with nothing but a number that the door looks up.

### Which one, when?

| Scenario | Recommendation |
|---|---|
| Website with its own login | Session cookie |
| "Sign in with …" | OpenID Connect (which is OAuth 2 plus identity) |
| Mobile app and your API | OAuth 2 with PKCE, short access tokens |
| Service to service | OAuth 2 client credentials, or mTLS |
| Many services behind one issuer | JWT access tokens with key rotation |

### Key takeaways

1. The two work **together**; it is rarely either or.
2. A JWT cannot be un-issued. Keep its life **short**.
3. Rotate signing keys, and publish them at a JWKS address.

${NOTE}`,
    },
    code: {
      thinking:
        '**Selecting a Task**\n\nI will count words with Python, since it is readable by nearly everybody, and show the ' +
        'result as a table.\n\n',
      text: `Let's count the most frequent words of a text, in Python:

\`\`\`python
from collections import Counter
import re


def frequent_words(text: str, count: int = 3) -> list[tuple[str, int]]:
    """The most frequent words, ignoring case; ties in order of appearance."""
    words = re.findall(r"[\\w']+", text.lower())
    return Counter(words).most_common(count)


print(frequent_words("The fork keeps the past, the past keeps the fork."))
\`\`\`

| Word | Times |
|---|---|
| the | 4 |
| fork | 2 |
| keeps | 2 |

### How it works

* \`re.findall\` takes runs of letters, digits and apostrophes.
* \`Counter\` counts in one pass: **O(n)** time.
* \`most_common\` uses a heap when only a few are asked for.

${NOTE}`,
    },
    haiku: {
      thinking: '**Composing**\n\nA quiet image: morning light over a tree, seen from a window. Five, seven, five.\n\n',
      text: `*Morning at the glass.*
*A tree of thoughts, each leaf new,*
*all from the one root.*

${NOTE}`,
    },
    help: {
      thinking: '**Planning a Tour**\n\nA short tour in three parts: talk, branch, return.\n\n',
      text: `Here is a tour in three parts.

### 1. Talk
Ask about **OAuth 2 and JWT**, ask for **a code sample**, or for **a haiku**. The thinking streams first; open its line to read it.

### 2. Branch
Press **fork** on this pane and choose another model. The child knows everything said so far, and costs nothing to make.

### 3. Return
Close the app. Open it. Everything is where it was, because every message is kept in a database that only ever grows.

${NOTE} With a key of your own, the same window talks to the real models.`,
    },
    hello: {
      thinking: '**Greeting the User**\n\nA friendly reply with one suggestion.\n\n',
      text: `Hello there! I'm the demo's stand-in for Gemini.

Want a quick tour? Ask **"What can I do here?"**. Or ask me for **a haiku**, that's quicker still.

${NOTE}`,
    },
  },
  fallback: (prompt, earlier) => ({
    thinking: `**Considering the Prompt**\n\nThe prompt "${prompt}" is outside of what was written for this demo. I will say so and suggest what to try.\n\n`,
    text: `I received this:

> ${prompt}

It is a fair question, but this demo only has a handful of answers, and none of them fits. ${
      earlier.length === 0
        ? "It's also the first thing you've said here, so there is nothing to build on yet."
        : `So far this conversation holds **${earlier.length}** earlier ${earlier.length === 1 ? 'message' : 'messages'}.`
    }

### Try one of these

* *OAuth 2 or JWT?*
* *Show me a code sample*
* *Write a haiku*
* *What can I do here?*

${NOTE}`,
  }),
}
