import { expect, it } from 'vitest'

import { en } from '../../../src/renderer/text/en/en.ts'
import { APP_COMMANDS } from '../../../src/shared/app-commands.ts'
import { SCOPED_KEYS } from '../../../src/shared/scoped-keys.ts'
import { leaves, SAMPLES, shownText } from './catalog-leaves.ts'

const titles = Object.fromEntries([...APP_COMMANDS, ...SCOPED_KEYS].map(({ id, title }) => [id, title]))
const english = [...leaves(en), ...leaves({ titles })].map(
  ([name, value]) => [name, shownText(value, SAMPLES[0]).text] as const,
)

/** What is searched for in the palette is never shown. */
const shown = english.filter(([name]) => !name.startsWith('palette.synonyms'))

/** The verbs of docs/glossary.md: each act has one, whatever shows it. */
it.each([
  ['Try again, and Try now before a count-down has ended', /^Retry|\bRetry\b/],
  ['Rerun, for recorded turns', /\bRun again\b|\bRuns again\b/],
  ['Merge into agent', /\bMerge (back|this turn)\b|\bAdd to agent\b/],
  ['Compare', /^Compare with…|^Compare other/],
  ['Open, and Open in new pane', /\bShow in pane\b|\bOpen beside\b/],
  ['New pane, as an agent of one’s choice is opened', /^Split (right|down)\b/],
  ['Remove, of what can be made again', /^Delete \p{L}/u],
])('says %s', (_, refused) => {
  expect(shown.filter(([, text]) => refused.test(text))).toEqual([])
})
