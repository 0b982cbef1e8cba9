import { createRouterClient } from '@orpc/server'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { parseConfig } from '../../src/main/adapters/config/parse-config.ts'
import { parseKey } from '../../src/main/adapters/credentials/credential-store.ts'
import { parseForkArguments } from '../../src/main/core/commands/fork-arguments.ts'
import { readRows } from '../../src/main/core/transfer/read-rows.ts'
import { createContractRouter } from '../../src/main/hosts/serve-contract.ts'
import { contract } from '../../src/shared/contract.ts'
import { formatModelSpec, parseModelSpec } from '../../src/shared/model-spec.ts'
import { parseCommandLine, parseInput } from '../../src/shared/slash-commands.ts'
import { EVERYTHING_CONFIRMED } from '../support/confirmations.ts'
import { createRecordingLogger } from '../support/recording-logger.ts'
import { createScriptedEngine } from '../support/scripted-engine.ts'

/** Missing: a hundred texts for each parser; IKIGAI_FUZZ_SECONDS=3600 is an hour, shared by the parsers. */
const SECONDS = Number(process.env['IKIGAI_FUZZ_SECONDS'] ?? 0)
const PARSERS = 7
const LIMITS =
  SECONDS > 0 ? { interruptAfterTimeLimit: (SECONDS * 1000) / PARSERS, numRuns: 2 ** 31 - 1 } : { numRuns: 100 }
const TIMEOUT_MS = SECONDS * 1000 + 30_000

/** Text as an enemy writes it: any unit, lone surrogates too, and pieces that mean something to the parsers. */
const pieces = fc.constantFrom(
  '/',
  '//',
  '/fork ',
  '/clear',
  '--model',
  '"',
  '\\',
  '\\"',
  '\n',
  ' ',
  '/high',
  'claude-',
  'openrouter/',
  '\u0000',
  '\ud800',
  '\u202e',
  '__proto__',
  '{',
  '}',
  '[',
  ',',
  ':',
  'e999',
  '-0',
)
const nasty = fc
  .array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 30 })
  .map((parts) => parts.join(''))
const json = fc.oneof(fc.json(), nasty)

describe('parsers of what comes from outside', () => {
  it(
    'input: every text is commands and prompts, and no text is lost from a plain prompt',
    { timeout: TIMEOUT_MS },
    () => {
      fc.assert(
        fc.property(nasty, (text) => {
          expect(parseInput(text)).toBeTypeOf('object')
          const command = parseCommandLine(text)
          expect(command === null || command.type === 'command').toBe(true)
        }),
        LIMITS,
      )
    },
  )

  it('fork arguments: parsed or refused with words', { timeout: TIMEOUT_MS }, () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const parsed = parseForkArguments(text)
        expect(JSON.stringify(parsed).length).toBeGreaterThan(2)
      }),
      LIMITS,
    )
  })

  it(
    'model specs: parsed or refused, and what was parsed can be written and read again',
    { timeout: TIMEOUT_MS },
    () => {
      fc.assert(
        fc.property(nasty, (text) => {
          const parsed = parseModelSpec(text)
          if (!parsed.ok) return
          expect(parseModelSpec(formatModelSpec(parsed.choice))).toMatchObject({ choice: parsed.choice })
        }),
        LIMITS,
      )
    },
  )

  it('config: any text gives a whole configuration', { timeout: TIMEOUT_MS }, () => {
    fc.assert(
      fc.property(json, (text) => {
        const { config, warnings } = parseConfig(text)
        expect({ port: config.listenPort, warnings }).toEqual({ port: expect.any(Number), warnings: expect.any(Array) })
      }),
      LIMITS,
    )
  })

  it(
    'keys: one that is taken has no white space and nothing that a header cannot hold',
    { timeout: TIMEOUT_MS },
    () => {
      fc.assert(
        fc.property(nasty, (text) => {
          const parsed = parseKey(text)
          expect(
            parsed.ok ? new Headers({ authorization: parsed.key }).has('authorization') : parsed.message !== '',
          ).toBe(true)
        }),
        LIMITS,
      )
    },
  )

  it('imports: read or refused with the line that is wrong', { timeout: TIMEOUT_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(json, { maxLength: 5 }), async (lines) => {
        const read = await readRows(lines)
        expect(read.ok || read.error.message !== '').toBe(true)
      }),
      LIMITS,
    )
  })

  it('the contract: any input is taken or refused, and no bug is logged', { timeout: TIMEOUT_MS }, async () => {
    const logger = createRecordingLogger()
    const client = createRouterClient(createContractRouter(createScriptedEngine(), logger), {
      context: EVERYTHING_CONFIRMED,
    })
    const { subscribe: _feed, ...procedures } = contract.agents
    const calls = Object.keys(procedures).map((name): unknown => Reflect.get(client.agents, name))
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: calls.length - 1 }), fc.anything(), async (index, input) => {
        const call = calls[index]
        if (typeof call !== 'function') return
        const answer = Promise.resolve<unknown>(Reflect.apply(call, undefined, [input]))
        const refusal = await answer.then(() => 'validation failed', String)
        expect(refusal).toContain('validation failed')
      }),
      LIMITS,
    )
    expect(logger.lines).toEqual([])
  })
})
