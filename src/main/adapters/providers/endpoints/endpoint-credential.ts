import type { AppError } from '../../../../shared/app-error.ts'
import type { KeyHeader } from '../../../../shared/endpoints/endpoint-kinds.ts'
import type { Result } from '../../../../shared/result.ts'
import type { UnsignedRequest } from './aws-signature.ts'

/** What proves to an endpoint whose request it is. */
export interface Credential {
  /** By which it is known whether a new one is another one: the token itself, or the public name of a key. Empty: none. */
  readonly id: string
  /** Returns the headers that carry it in a request. */
  readonly headers: (request: UnsignedRequest) => Promise<Readonly<Record<string, string>>>
}

/** Returns the credential of a request. `refused`: the id of the one that the server did not accept. */
export type FindCredential = (refused?: string) => Promise<Result<Credential, AppError>>

const HEADERS_OF: Readonly<Record<KeyHeader, (token: string) => Readonly<Record<string, string>>>> = {
  bearer: (token) => ({ authorization: `Bearer ${token}` }),
  'api-key': (token) => ({ 'api-key': token }),
  'x-api-key': (token) => ({ 'x-api-key': token }),
  'x-goog-api-key': (token) => ({ 'x-goog-api-key': token }),
  messages: (token) => ({ 'x-api-key': token, authorization: `Bearer ${token}` }),
}

/** A key or token, which is sent as it is. Empty: none is sent. */
export function sentKey(key: string, header: KeyHeader): Credential {
  return { id: key, headers: () => Promise.resolve(key === '' ? {} : HEADERS_OF[header](key)) }
}
