import { createHash, randomBytes } from 'node:crypto'

/** What a browser with access is shown. */
export interface PreviewGrant {
  /** The origin of the page that may show it in a frame; null: none may. */
  readonly shownIn: string | null
}

/** Time in which a token must be used, ms. */
const TOKEN_MS = 60_000
/** Most tokens, and most cookies, that are valid at the same time. */
const MAX_KEPT = 64

export const PREVIEW_COOKIE = 'ikigai-preview'

/**
 * Who may see one preview. A token gives access once and becomes a cookie, which only the preview's own host name is sent;
 * both are forgotten with the preview.
 */
export class PreviewAccess {
  readonly #now: () => number
  readonly #tokens = new Map<string, PreviewGrant & { readonly until: number }>()
  readonly #cookies = new Map<string, PreviewGrant>()

  /** `now`: ms since the epoch. */
  constructor(now: () => number) {
    this.#now = now
  }

  newToken(grant: PreviewGrant): string {
    return keep(this.#tokens, { ...grant, until: this.#now() + TOKEN_MS })
  }

  /** Returns the value of a new cookie; null: the token is not valid, or not any more. */
  redeem(token: string): string | null {
    const found = this.#tokens.get(hashOf(token))
    this.#tokens.delete(hashOf(token))
    if (found === undefined || found.until <= this.#now()) return null
    return keep(this.#cookies, { shownIn: found.shownIn })
  }

  /** Returns what a request with this `Cookie` header may see; null: nothing. */
  grantOf(header: string | undefined): PreviewGrant | null {
    for (const [name, value] of cookiesIn(header)) {
      const found = name === PREVIEW_COOKIE ? this.#cookies.get(hashOf(value)) : undefined
      if (found !== undefined) return found
    }
    return null
  }
}

/** Returns the cookies of a `Cookie` header, in order. */
export function cookiesIn(header = ''): readonly (readonly [name: string, value: string])[] {
  return header.split(';').flatMap((part) => {
    const at = part.indexOf('=')
    return at === -1 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()] as const]
  })
}

/** Keeps a value under the hash of a new secret, which it returns. The oldest of too many is forgotten. */
function keep<Value>(kept: Map<string, Value>, value: Value): string {
  const [oldest] = kept.keys()
  if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  const secret = randomBytes(32).toString('base64url')
  kept.set(hashOf(secret), value)
  return secret
}

/** The time of a look-up then says nothing about the secret. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
