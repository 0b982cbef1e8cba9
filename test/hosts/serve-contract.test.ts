import { describe, expect, it } from 'vitest'

import { createContractRouter } from '../../src/main/hosts/serve-contract.ts'
import { protectionOf } from '../../src/shared/contract/protections.ts'
import { createFakeEngine } from '../support/fake-engine.ts'
import { operationNames } from '../support/operation-names.ts'
import { createRecordingLogger } from '../support/recording-logger.ts'

describe('the router', () => {
  it('has a protection for each operation of the engine', () => {
    expect(operationNames().filter((name) => protectionOf(name) === undefined)).toEqual([])
  })

  it.each(operationNames())('is not made for an engine without %s', (name) => {
    const [group = '', operation = ''] = name.split('.')
    const engine = createFakeEngine()
    const without = new Proxy(engine, {
      get(target, key): unknown {
        const member: unknown = Reflect.get(target, key)
        return key === group && typeof member === 'object' && member !== null
          ? new Proxy(member, {
              get: (whole, inner): unknown => (inner === operation ? undefined : Reflect.get(whole, inner)),
            })
          : member
      },
    })
    expect(() => createContractRouter(without, createRecordingLogger())).toThrow(`The engine has no ${name}`)
  })
})
