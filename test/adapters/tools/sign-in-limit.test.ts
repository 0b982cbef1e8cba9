import { expect, it } from 'vitest'

import { listenForCallback } from '../../../src/main/adapters/tools/mcp/oauth/callback-listener.ts'

it.each([
  ['was not finished in time', () => AbortSignal.timeout(1), /^The sign-in was not finished in the browser in time\. /],
  [
    'had no time at all',
    () => AbortSignal.abort(new DOMException('late', 'TimeoutError')),
    /in time\. Begin it again\.$/,
  ],
  ['was replaced by another one', () => AbortSignal.abort(), /^The sign-in was ended\.$/],
])('says that a sign-in %s', async (_what, signal, words) => {
  const listener = await listenForCallback({ state: 's', port: 0, signal: signal() })
  await expect(listener.parameters).rejects.toThrow(words)
})
