import { z } from 'zod'

import { parseJson } from '../../../../../shared/json.ts'
import { refuse, type Result } from '../../../../../shared/result.ts'
import type { SecretStore } from '../../../../core/ports/config-ports.ts'
import { defined } from '../../../../../shared/defined.ts'

const clientSchema = z.looseObject({
  client_id: z.string(),
  client_secret: z.string().optional(),
  redirect_uris: z.array(z.string()).optional(),
  issuer: z.string().optional(),
})
export type StoredClient = z.infer<typeof clientSchema>

const tokensSchema = z.looseObject({
  access_token: z.string(),
  token_type: z.string(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
  issuer: z.string().optional(),
})

const loginSchema = z.object({
  /** Who issued the tokens that are used now. Null: not signed in. */
  issuer: z.string().nullable(),
  /** What each issuer gave; nothing of it is sent to another one. */
  issuers: z.record(
    z.string(),
    z.object({ client: clientSchema.exactOptional(), tokens: tokensSchema.exactOptional() }),
  ),
  /** The permissions that a call demanded beyond the login, until a sign-in has asked for them. */
  demanded: z.object({ scope: z.string(), resourceMetadataUrl: z.string().exactOptional() }).exactOptional(),
})
export type Login = z.infer<typeof loginSchema>
export type DemandedPermissions = NonNullable<Login['demanded']>
export type IssuedLogin = Login['issuers'][string]

const NONE: Login = { issuer: null, issuers: {} }

/** The login to one server, kept under its address as one secret. */
export class LoginStore {
  readonly #secrets: SecretStore
  readonly #name: string

  /** `serverUrl`: the server's configured address. A changed address is another login. */
  constructor(secrets: SecretStore, serverUrl: string) {
    this.#secrets = secrets
    this.#name = `mcp ${serverUrl}`
  }

  /** Never fails: a login that cannot be read counts as none. */
  async read(): Promise<Login> {
    const text = await this.#secrets.get(this.#name)
    if (text === null) return NONE
    try {
      const parsed = loginSchema.safeParse(parseJson(text))
      return parsed.success ? parsed.data : NONE
    } catch {
      return NONE
    }
  }

  /** Changes what an issuer gave. `isCurrent`: its tokens are used from now on. Throws if it cannot be stored. */
  async change(issuer: string, change: (issued: IssuedLogin) => IssuedLogin, isCurrent = false): Promise<void> {
    const login = await this.read()
    const issuers = { ...login.issuers, [issuer]: change(login.issuers[issuer] ?? {}) }
    const stored = await this.#write({ ...login, issuer: isCurrent ? issuer : login.issuer, issuers })
    if (!stored.ok) throw new Error(stored.error.message)
  }

  /** Keeps what a call demanded, also for other processes; null: a sign-in has asked for it. */
  async keepDemand(demanded: DemandedPermissions | null): Promise<Result<null>> {
    const { demanded: _, ...login } = await this.read()
    return this.#write({ ...login, ...defined({ demanded: demanded ?? undefined }) })
  }

  forget(): Promise<Result<null>> {
    return this.#secrets.remove(this.#name)
  }

  async #write(login: Login): Promise<Result<null>> {
    try {
      return await this.#secrets.set(this.#name, JSON.stringify(login))
    } catch {
      return refuse('The login could not be stored. Unlock the keychain and sign in again.')
    }
  }
}
