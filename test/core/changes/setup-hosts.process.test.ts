import type { AddressLookup } from '../../../src/main/adapters/tools/public-address.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { refusalOf, valueOf } from '../../support/drive-agent.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { TUNNEL } from '../../support/sandbox/network-attempts.ts'
import { makeSetupProject, type SetupProject } from '../../support/setup-project.ts'
import { privateTmp } from '../../support/private-tmp.ts'

const TIMEOUT_MS = 180_000

const lookup: AddressLookup = (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }])

const tmp = privateTmp()
beforeAll(tmp.leave)
afterAll(tmp.restore)

let project: SetupProject
beforeEach(async () => {
  project = await makeSetupProject({ lookup, isPermitted: () => true })
  // As the rules decide for the agent from which the worktree is made.
  project.rules.set('ruled.test', 'allow').set('denied.test', 'deny')
})
afterEach(() => project.remove())

/** Makes a worktree with a confirmed set-up, and returns what its command printed. */
async function answered(host: string, network: readonly string[]): Promise<string> {
  const { TCP4 = '' } = project.room.targets
  const named = network.map((name) => `${name}:${TCP4}`)
  const setup = [`${TUNNEL}tunnel ${host}:${TCP4} > made 2>&1; grep -q hello made || { cat made; exit 3; }`]
  await project.git.write('.ikigai/worktree.json', JSON.stringify({ setup, network: named }))
  await project.confirm()
  const made = await project.create()
  return made.ok ? 'hello' : refusalOf(made)
}

describe.runIf(HAS_SANDBOX)(
  'the hosts of a set-up (skipped where bubblewrap cannot be used)',
  { timeout: TIMEOUT_MS },
  () => {
    it.each([
      ['named.test', ['named.test']],
      ['a.named.test', ['other.test', '*.named.test']],
      ['ruled.test', []],
    ])('%s is reached where it was confirmed, or where a rule allows it: %j', async (host, network) => {
      expect(await answered(host, network)).toBe('hello')
    })

    it.each([
      ['other.test', ['named.test'], 'does not name this host'],
      ['named.test', ['*.named.test'], 'does not name this host'],
      ['named.test.evil.test', ['named.test'], 'does not name this host'],
      ['other.test', [], 'does not name this host'],
      ['denied.test', ['denied.test'], 'forbidden by a rule'],
      ['a.denied.test', ['*.denied.test'], 'forbidden by a rule'],
    ])('%s is not reached, and the failure says why: %j', async (host, network, reason) => {
      const said = await answered(host, network)
      expect(said).toContain('ended with exit code 3')
      expect(said).toMatch(new RegExp(`\\[The sandbox did not connect to ${host}:\\d+: .*${reason}`))
    })

    it('are none of those that a model adds afterwards', async () => {
      expect(await answered('named.test', ['named.test'])).toBe('hello')
      const text = await project.git.read('.ikigai/worktree.json')
      await project.git.write('.ikigai/worktree.json', text.replace('"network":[', '"network":["other.test",'))
      expect(valueOf(await project.setups.stateOf(project.git.folder)).state).toBe('changed')
      expect(valueOf(await project.create()).setup).toBeUndefined()
    })
  },
)
