import type { DemoVoice } from './demo-voice.ts'

const NOTE = '*This is the demo: a scripted answer, no network.*'

/** Thoughtful and balanced answers that name what a choice depends on. */
export const anthropicDemo: DemoVoice = {
  tokensPerSecond: 50,
  answers: {
    tokens: {
      thinking:
        'The question sets OAuth 2 against JWT, but the two are not rivals: one is a protocol for delegating access, ' +
        'the other a format for a signed token. I should say that first, kindly, then compare what people usually ' +
        'mean: opaque server-side sessions against self-contained tokens. The honest core is revocation. A small ' +
        'table will help, then a recommendation that says what it depends on.',
      text: `A small correction first, because it makes the choice easier: **OAuth 2** and **JWT** answer different questions.

- **OAuth 2** is a *protocol*: how a person lets one application act for them at another, without handing over a password.
- **JWT** is a *format*: a signed piece of JSON that can be verified without asking anybody.

You can use OAuth 2 with JWTs, OAuth 2 without them, or JWTs without OAuth 2. The real decision is usually this one:

| | Opaque token, looked up | JWT, verified locally |
|---|---|---|
| Revocation | immediate | at expiry, unless you keep a deny list |
| Work per request | one lookup | one signature check |
| What leaks if it is stolen | a random string | a readable set of claims |
| Fits | one application | many services, one issuer |

**What I would do.** For a single web application: a plain server session in an \`HttpOnly\`, \`SameSite\` cookie. It is the least machinery, and logging out really logs out. Once other people's clients or several services come in, add OAuth 2 with PKCE, keep access tokens at five to fifteen minutes, and make refresh tokens opaque and rotating.

The part that teams regret is nearly always the same: a long-lived JWT that cannot be taken back.

${NOTE} *Fork this answer to another model to see a second opinion beside it.*`,
    },
    code: {
      thinking:
        'A code sample with a table is wanted. Debounce is small enough to read at a glance and still has a subtle ' +
        'point: what happens on cancel. I will write it in TypeScript, keep the types honest, and add a table of how ' +
        'it behaves instead of a long explanation.',
      text: `Here is a small one that is easy to get subtly wrong: \`debounce\`, with a way to cancel it.

\`\`\`ts
/** Calls \`action\` once, \`delayMs\` after the last call. The returned function can be cancelled. */
export function debounce<Args extends unknown[]>(action: (...args: Args) => void, delayMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined

  const debounced = (...args: Args): void => {
    clearTimeout(timer)
    timer = setTimeout(() => action(...args), delayMs)
  }
  debounced.cancel = (): void => clearTimeout(timer)
  return debounced
}
\`\`\`

How it behaves, with a delay of 200 ms:

| Calls at | Runs at | Why |
|---|---|---|
| 0 ms | 200 ms | nothing came in between |
| 0, 100, 150 ms | 350 ms | each call starts the wait again |
| 0 ms, \`cancel()\` at 50 ms | never | the timer is gone |

Two things to know before you use it: the *last* arguments win, and an error thrown in \`action\` surfaces in the timer, not at the caller.

${NOTE}`,
    },
    haiku: {
      thinking:
        'Five, seven, five. Something about branches, since that is what this window shows. Count the syllables.',
      text: `> One question, two roads.
> Each branch keeps what came before.
> Nothing said is lost.

${NOTE}`,
    },
    help: {
      thinking:
        'The reader has just opened the app. I should say what can be tried right now, in the order of least effort, ' +
        'and be plain about what the demo is not.',
      text: `Welcome. A few things worth trying, smallest first:

1. **Ask something else.** I know about *OAuth 2 and JWT*, I can write *a code sample with a table*, or *a haiku*.
2. **Open the thinking.** The folded line above my answer holds the reasoning that came before it.
3. **Fork.** The fork button makes a child that has this whole conversation. Give it another model and ask again: the answers stand side by side.
4. **Close the window and open it.** The tree, the panes and every message will be as they were.

What this is not: a real model. Every answer here is written in advance and streamed by a small server on your own machine. To talk to real ones, leave the demo and add a key.

${NOTE}`,
    },
    hello: {
      thinking: 'A greeting. Answer in kind, briefly, and offer one thing to do next.',
      text: `Hello, and welcome to ikigai.

I am standing in for Claude here. Ask me **"what can I do here?"** for a short tour, or try **"OAuth 2 or JWT?"** and fork the answer to another model: that is where it gets interesting.

${NOTE}`,
    },
  },
  fallback: (prompt, earlier) => ({
    thinking: `The prompt is "${prompt}". No scripted answer is about that. Better to say so than to pretend.`,
    text: `You wrote:

> ${prompt}

I would like to give that the answer it deserves, but I am only the demo, and nothing that I have was written for it. ${
      earlier.length === 0
        ? 'This is the first message of our conversation.'
        : `I can see what came before, though: ${earlier.length} earlier ${earlier.length === 1 ? 'message' : 'messages'}, all of which a fork would inherit.`
    }

Things that I do have something to say about:

- **OAuth 2 or JWT**, and what the choice depends on
- **a code sample**, with a table
- **a haiku**
- **what you can do here**

${NOTE}`,
  }),
}
