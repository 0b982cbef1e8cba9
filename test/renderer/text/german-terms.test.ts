import { expect, it } from 'vitest'

import { commandTitles, scopedKeyTitles, slashSummaries } from '../../../src/renderer/text/de/commands.ts'
import { engineSentences, errorTexts } from '../../../src/renderer/text/de/engine.ts'
import { unsentParts } from '../../../src/renderer/text/de/models.ts'
import { de } from '../../../src/renderer/text/de/de.ts'
import { leaves, SAMPLES, shownText } from './catalog-leaves.ts'

const errors = Object.fromEntries(
  Object.entries(errorTexts).map(([name, { title, advice }]) => [name, { title, advice }]),
)
const TABLES = { commandTitles, scopedKeyTitles, slashSummaries, errors, engineSentences, unsentParts }
const german = [...leaves(de), ...leaves(TABLES)].map(
  ([name, value]) => [name, shownText(value, SAMPLES[0]).text] as const,
)

/** First prompts are what a user says to a model; synonyms are searched for, and never shown. */
const shown = german.filter(([name]) => !name.startsWith('palette.synonyms') && !/empty\..*prompt$/.test(name))

it.each([
  [
    'no user is addressed',
    /(?<!^|[.:;!?…“] )\b(Sie|Ihr|Ihnen|Ihre[mnrs]?)\b|\b[dD](u|ir|ich|eine?[mnrs]?)\b|^Ihr(e[mnrs]?)? |\b\p{L}+en Sie\b/u,
  ],
  ['a tool is a Tool', /Werkzeug/],
  ['a backup is a Sicherung', /Backup/],
  ['a fork is a Fork', /Abzweigung|\bZweig(e[ns]?|s)?\b|verzweig/],
  ['a conversation is an Unterhaltung', /Gespräch/],
  ['an approval is a Genehmigung', /Freigabe/],
  ['what is asked for is said without Bitte', /\b[Bb]itte\b/],
  ['an ellipsis follows its word', /^[^…]*\p{L} …$/u],
  ['a turn is angehalten', /gestoppt/],
  ['a child is an untergeordneter Agent', /\bKind(er|s|es|agent\p{L}*)?\b/u],
])('keeps the terms: %s', (_, refused) => {
  expect(shown.filter(([, text]) => refused.test(text))).toEqual([])
})
