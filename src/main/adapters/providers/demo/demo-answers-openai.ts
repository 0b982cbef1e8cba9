import type { DemoVoice } from './demo-voice.ts'

const NOTE = '_Demo mode: scripted answer, no network._'

/** Brisk and structured answers: the result first, then the steps. */
export const openaiDemo: DemoVoice = {
  tokensPerSecond: 110,
  answers: {
    tokens: {
      thinking:
        '**Clarifying the terms**\n\nOAuth 2 is a framework, JWT is a format. The user probably wants to know how to ' +
        'authenticate an API. Give the short answer first, then a decision list, then the pitfalls.',
      text: `**Short answer:** use OAuth 2 when a third party needs access, a session cookie when it is only your own web app, and JWTs as an *implementation detail* of short-lived access tokens.

### Decide in three questions

1. **Does somebody else's app need access?** → OAuth 2, authorization code flow with PKCE.
2. **Must many services verify a token without a shared database?** → JWT access tokens, 5–15 minutes.
3. **Neither?** → Server-side session. Done.

### Side by side

| | OAuth 2 | JWT |
|---|---|---|
| Is a | delegation framework | signed token format |
| Solves | *who may act for whom* | *how to verify without a lookup* |
| Does not solve | login (that is OpenID Connect) | revocation |

### Pitfalls

- Accepting \`alg: none\`, or the algorithm that the token itself names.
- Keeping tokens in \`localStorage\`, where any injected script can read them.
- Skipping the checks of \`aud\`, \`iss\` and \`exp\`.

${NOTE}`,
    },
    code: {
      thinking:
        '**Choosing an example**\n\nA concurrency limiter is short and useful. Show the code, usage, and a table with the ' +
        'complexity. Keep it free of dependencies.',
      text: `Here's a concurrency limiter: run many async jobs, at most \`limit\` at a time, results in order.

\`\`\`ts
export async function mapLimited<In, Out>(
  items: readonly In[],
  limit: number,
  work: (item: In) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = []
  const queue = items.entries()
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
  return results
}
\`\`\`

**Usage**

\`\`\`ts
const pages = await mapLimited(urls, 4, (url) => fetch(url).then((response) => response.text()))
\`\`\`

| Property | Value |
|---|---|
| Order of results | same as the input |
| Jobs in flight | at most \`limit\` |
| First failure | rejects; running jobs finish on their own |
| Extra memory | one slot per result |

${NOTE}`,
    },
    haiku: {
      thinking: '**Writing a haiku**\n\nStreams and tokens; count 5-7-5.',
      text: `Tokens, one by one,
gather into an answer.
The cursor waits, blinks.

${NOTE}`,
    },
    help: {
      thinking: '**Listing what works**\n\nGive a compact list of actions in the demo, with what each shows.',
      text: `Here's what works in this demo:

| Try | You'll see |
|---|---|
| Ask *"OAuth 2 or JWT?"* | a structured comparison |
| Ask for *a code sample* | highlighted code and a table |
| **Fork** with another model | the same conversation, a second opinion |
| Open the **thinking** line | the reasoning summary that streamed first |
| Restart the app | everything exactly where it was |

**Limits:** answers are scripted, token counts are computed from their length, and nothing leaves your machine. Add an API key to switch to real models.

${NOTE}`,
    },
    hello: {
      thinking: '**Greeting**\n\nKeep it short. Offer a next step.',
      text: `Hi! 👋 You're talking to the demo's stand-in for an OpenAI model.

Ask **"what can I do here?"** for the list, or ask for **a code sample** to see one.

${NOTE}`,
    },
  },
  fallback: (prompt, earlier) => ({
    thinking: `**Matching the prompt**\n\n"${prompt}" matches none of the scripted topics. Say so and list what is available.`,
    text: `**No scripted answer for that one.** You asked:

> ${prompt}

What I can tell you: this request reached me with ${earlier.length === 0 ? 'no earlier messages' : `${earlier.length} earlier message${earlier.length === 1 ? '' : 's'}`} as its context.

Topics that do have an answer:

1. OAuth 2 vs. JWT
2. A code sample
3. A haiku
4. What you can do here

${NOTE}`,
  }),
}
