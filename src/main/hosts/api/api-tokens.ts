import { join } from 'node:path'

import { z } from 'zod'

import { type ApiToken, TOKEN_SCOPES, type TokenScope } from '../../../shared/api-token.ts'
import { type SecretFile, SecretFiles } from '../secret-files.ts'

const storedSchema = z.object({
  name: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  createdAt: z.number(),
  hash: z.string(),
})
type StoredToken = z.infer<typeof storedSchema>

/** A recognizable prefix, so that scanners of repositories and logs find a token that was published. */
const FORM = /^ikigai_([0-9a-f]{12})_([\w-]{43})$/

/** The tokens of the HTTP API. They do not expire; a revoked one is refused from the next request on. */
export class ApiTokens {
  readonly #files: SecretFiles<StoredToken>

  /** `directory`: the data directory. */
  constructor(directory: string, now: () => number = Date.now) {
    this.#files = new SecretFiles({
      directory: join(directory, 'api-tokens'),
      schema: storedSchema,
      now,
      maxIdleMs: Infinity,
    })
  }

  /** Returns the token, which is stored nowhere. */
  async add(name: string, scope: TokenScope): Promise<string> {
    const { id, secret } = await this.#files.create({ name, scope })
    return `ikigai_${id}_${secret}`
  }

  /** Returns the token that a client presents; null: there is none. */
  async find(presented: string): Promise<ApiToken | null> {
    const [, id = '', secret = ''] = FORM.exec(presented) ?? []
    const file = await this.#files.find(id, secret)
    return file === null ? null : tokenOf(file)
  }

  async isValid(id: string): Promise<boolean> {
    return (await this.#files.read(id)) !== null
  }

  use(id: string): Promise<void> {
    return this.#files.use(id)
  }

  /** Last used first. */
  async list(): Promise<readonly ApiToken[]> {
    return (await this.#files.list()).map(tokenOf)
  }

  revoke(id: string): Promise<void> {
    return this.#files.remove(id)
  }
}

function tokenOf({ id, facts: { name, scope, createdAt }, lastUsedAt }: SecretFile<StoredToken>): ApiToken {
  return { id, name, scope, createdAt, lastUsedAt: lastUsedAt === createdAt ? null : lastUsedAt }
}
