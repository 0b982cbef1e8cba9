import type { ServerResponse } from 'node:http'

import type { ApiTokens } from './api-tokens.ts'

/** Interval of the check for tokens that another process revoked, ms. */
const LOOK_EVERY_MS = 1_000

export interface OpenRequests {
  add(tokenId: string, response: ServerResponse): void
  stop(): void
}

/** Ends the requests of revoked tokens, such as feeds, which would otherwise go on for ever. */
export function watchRevocations(tokens: ApiTokens): OpenRequests {
  const open = new Map<ServerResponse, string>()
  const timer = setInterval(() => {
    for (const [response, id] of open) {
      void tokens.isValid(id).then((isValid) => (isValid ? undefined : response.destroy()))
    }
  }, LOOK_EVERY_MS)
  timer.unref()
  return {
    add(tokenId, response) {
      open.set(response, tokenId)
      response.once('close', () => open.delete(response))
    },
    stop: () => clearInterval(timer),
  }
}
