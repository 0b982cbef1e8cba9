import type { AppError } from '../app-error.ts'
import type { ShownEndpoint } from './endpoint-change.ts'

/** An endpoint, and whether requests to it can be made. */
export interface EndpointState extends ShownEndpoint {
  /** `token`: a program prints it; `cloud`: the sign-in of the cloud; `none`: there is none, and none may be needed. */
  readonly key: 'environment' | 'stored' | 'config' | 'token' | 'cloud' | 'none'
  readonly needsKey: boolean
}

/** Whether an endpoint has a key, or needs none. */
export function hasUsableKey({ needsKey, key }: EndpointState): boolean {
  return !needsKey || key !== 'none'
}

/** One request to an endpoint and its answer, without secrets, to see what is wrong with an entry. */
export interface EndpointTrial {
  readonly model: string
  /** The last request that was sent; null: none was. */
  readonly request: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  } | null
  /** The answer to it as it came, cut after some thousand characters; null: none came. */
  readonly answer: { readonly status: number; readonly body: string } | null
  /** The text that was read from the answer. */
  readonly text: string
  /** Null: it answered. */
  readonly error: AppError | null
}
