import { expect, it } from 'vitest'

import { accessOf, permits } from '../../../src/main/hosts/api/operation-access.ts'
import { HTTP_STATUS } from '../../../src/main/hosts/api/api-failure.ts'
import { contract } from '../../../src/shared/contract.ts'

const paths = Object.entries(contract).flatMap(([group, operations]) =>
  Object.keys(operations).map((name) => [group, name] as const),
)

it('refuses what it does not know', () => {
  for (const path of [
    [],
    ['agents'],
    ['agents', 'toString'],
    ['__proto__', 'x'],
    ['nothing', 'here'],
    ['agents.fork'],
  ]) {
    expect(permits('full', accessOf(path))).toBe(false)
  }
})

it('lets each scope do what the lesser ones do, and nobody use what belongs to windows', () => {
  const scopes = ['read', 'standard', 'full'] as const
  expect(scopes.map((scope) => scopes.filter((needed) => permits(scope, needed)))).toEqual([
    ['read'],
    ['read', 'standard'],
    ['read', 'standard', 'full'],
  ])
  expect(permits('full', 'none')).toBe(false)
  expect(paths.filter((path) => accessOf(path) === 'none').map(([group]) => group)).toEqual([
    ...Array.from({ length: 6 }, () => 'terminals'),
    'confirmation',
    'confirmation',
    'sessions',
    'sessions',
  ])
})

/** Each was read: it changes nothing of a user's. A new one is added after its body was. */
const READ_ONLY = `
  engine.subscribe
  agents.subscribe agents.history agents.later agents.transcript agents.cacheMiss agents.context agents.systemPrompt agents.options
  agents.marks agents.folder agents.sandbox agents.background agents.backgroundOutput
  races.view reruns.view evaluations.view evaluations.page evaluations.compare
  log.search log.map log.export content.find content.read content.text folder.files price.next models.ends keepWarm.get limitReturn.get limitReturn.waits
  redaction.preview room.sizes approvals.subscribe budgets.list budgets.today budgets.tree usage.query usage.standing
  changes.list changes.file changes.branches changes.blame changes.worktree changes.worktreeSetup changes.conflict
  instructions.get instructions.trusted skills.list skills.show templates.list templates.expand updates.news updates.state
  config.get settings.get recorder.read drafts.get
  help.pages help.page help.search
`
  .trim()
  .split(/\s+/)

it('lets a read-only token use no operation but these, which change nothing', () => {
  const readable = paths.filter((path) => accessOf(path) === 'read').map((path) => path.join('.'))
  expect(readable.toSorted()).toEqual(READ_ONLY.toSorted())
})

it('answers each category with a status that says whose fault it is', () => {
  for (const status of Object.values(HTTP_STATUS)) expect(status).toBeGreaterThanOrEqual(400)
  expect(Object.values(HTTP_STATUS)).not.toContain(401)
  expect(Object.values(HTTP_STATUS)).not.toContain(403)
})
