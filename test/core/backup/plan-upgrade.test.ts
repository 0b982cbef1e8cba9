import { describe, expect, it } from 'vitest'

import { planUpgrade } from '../../../src/main/core/backup/plan-upgrade.ts'
import type { UpgradeFacts } from '../../../src/main/core/ports/upgrade-ports.ts'

const TIME = '2026-11-26T14-00-00'
const COPY = {
  madeAt: '2026-11-26T12:00:00.000Z',
  agents: 2,
  events: 30,
  damages: 0,
  isReadable: true,
  isProven: true,
}
const FACTS: UpgradeFacts = {
  home: '/data/postgres',
  found: 17,
  own: 18,
  copyFolder: '/data-upgrade',
  copy: COPY,
  cleanEnd: COPY.madeAt,
  programs: null,
}

function planned(facts: Partial<UpgradeFacts>, olderCopy = false): string {
  const plan = planUpgrade({ ...FACTS, ...facts }, { olderCopy, time: TIME })
  if (!plan.ok) return plan.error.message
  return plan.value === null ? 'nothing' : `${plan.value.source} ${plan.value.text}`
}

describe('the plan of an upgrade', () => {
  it('reads a copy that held everything at the last end, also where the old programs are installed', () => {
    expect(planned({ programs: '/usr/lib/postgresql/17/bin' })).toMatch(/^copy .*It holds everything/s)
  })

  it('prefers the old programs to a copy that is not proven, and says what such a copy does not bring', () => {
    const copy = { ...COPY, isProven: false }
    expect(planned({ copy, programs: '/usr/lib/postgresql/17/bin' })).toMatch(/^programs /)
    expect(planned({ copy })).toMatch(/^copy .*no rights/s)
    expect(planned({ copy, cleanEnd: null }, true)).toMatch(/^copy .*no rights/s)
    expect(planned({})).not.toMatch(/no rights/)
  })

  it('completes a copy that may lack something with the old programs', () => {
    const programs = '/usr/lib/postgresql/17/bin'
    for (const lacking of [
      { cleanEnd: null },
      { copy: null },
      { copy: 'it is damaged' },
      { copy: { ...COPY, damages: 1 } },
    ])
      expect(planned({ ...lacking, programs }, true)).toMatch(/^programs .*with the programs of PostgreSQL 17/s)
  })

  it('uses a copy that may lack something only when asked to, and never a damaged one', () => {
    expect(planned({ cleanEnd: null })).toMatch(/did not end cleanly.*--older-copy/s)
    expect(planned({ cleanEnd: '2026-11-26T13:00:00.000Z' })).toMatch(/did not end cleanly/)
    expect(planned({ cleanEnd: null }, true)).toMatch(/^copy .*left out; it stays in the old folder/s)
    expect(planned({ copy: { ...COPY, damages: 2 } }, true)).toMatch(/is damaged \(2 files/)
    expect(planned({ copy: null }, true)).toMatch(/There is no copy(?!.*--older-copy)/s)
  })

  it('refuses a copy with tables of another version, whatever else is there', () => {
    const copy = { ...COPY, isReadable: false }
    for (const facts of [{}, { cleanEnd: null }, { programs: '/usr/lib/postgresql/17/bin' }]) {
      expect(planned({ copy, ...facts }, true)).toMatch(
        /PostgreSQL 17.*cannot read.*Nothing was changed\. .*ikigai export/s,
      )
    }
  })

  it('names where the present database is kept, and the way back', () => {
    expect(planned({})).toContain(
      "mv '/data/postgres' '/data/postgres.18' && mv '/data/postgres.17-2026-11-26T14-00-00' '/data/postgres'",
    )
  })

  it('does nothing for the same version, and refuses newer and unknown ones', () => {
    expect(planned({ found: 18 })).toBe('nothing')
    expect(planned({ found: 19 })).toMatch(/written by PostgreSQL 19.*Update ikigai/)
    expect(planned({ found: null })).toMatch(/There is no database in/)
  })
})
