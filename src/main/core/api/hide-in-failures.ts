import { hideSecrets, withoutSecretsInFailure } from '../../../shared/known-secrets.ts'

/**
 * Returns the same operations, none of whose failures contains a secret: neither the message of a failed result, nor
 * that of an exception. Every host passes on what they say.
 */
export function hideInFailures<Api extends object>(api: Api): Api {
  const made = new Map<PropertyKey, unknown>()
  return new Proxy(api, {
    get(target, key) {
      if (!made.has(key)) made.set(key, hiding(Reflect.get(target, key, target), target))
      return made.get(key)
    },
  })
}

function hiding(member: unknown, owner: object): unknown {
  if (typeof member === 'object' && member !== null) return hideInFailures(member)
  if (typeof member !== 'function') return member
  return (...args: unknown[]): unknown => {
    const answer: unknown = Reflect.apply(member, owner, args)
    return answer instanceof Promise ? answer.then(withoutSecretsInFailure, hideAndThrow) : answer
  }
}

function hideAndThrow(error: unknown): never {
  if (error instanceof Error) error.message = hideSecrets(error.message)
  throw error
}
