import { readFileSync } from 'node:fs'

import { z } from 'zod'

import type { SimulatedHost, WireFormat } from '../wire-format.ts'
import { wireFixture } from '../wire-fixture.ts'
import { anthropicRules } from './anthropic-rules.ts'
import { CACHE_ROWS } from './cache-rules.ts'
import { chatRules, chatToolRules } from './chat-rules.ts'
import {
  anthropicContentRules,
  chatContentRules,
  CONTENT_ROWS,
  geminiContentRules,
  localContentRules,
  mistralContentRules,
  openrouterContentRules,
  responsesContentRules,
} from './content-rules.ts'
import { deepseekRules, mistralRules, moonshotRules, xaiRules } from './dialect-rules.ts'
import { geminiRules } from './gemini-rules.ts'
import { responsesRules, responsesToolRules } from './responses-rules.ts'
import { OPTION_ROWS } from './option-rules.ts'
import { LEVEL_ROWS, mistralLevelRules, openrouterLevelRules, xaiLevelRules } from './level-rules.ts'
import type { RuleChecks, RuleRow } from './rule.ts'
import { mistralWindowRules, moonshotWindowRules, openaiWindowRules, WINDOW_ROWS } from './window-rules.ts'
import { metaToolChoice, TOOL_CHOICE_ROWS } from './tool-choice-rules.ts'
import {
  anthropicSchemaRules,
  gatewaySchemaRules,
  geminiSchemaRules,
  localSchemaRules,
  mistralSchemaRules,
  moonshotSchemaRules,
  openaiSchemaRules,
  TOOL_SCHEMA_ROWS,
} from './tool-schema-rules.ts'

/**
 * Rules in addition to the table, from the providers' pages and from corrections of the table; their texts are not the
 * providers' own.
 */
const FURTHER_ROWS: readonly RuleRow[] = [
  ...TOOL_CHOICE_ROWS,
  ...CACHE_ROWS,
  ...OPTION_ROWS,
  ...CONTENT_ROWS,
  ...WINDOW_ROWS,
  ...TOOL_SCHEMA_ROWS,
  ...LEVEL_ROWS,
  {
    id: 'anthropic.thinking_mode',
    http: 400,
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: '"thinking.type.{mode}" is not supported for this model.' },
      request_id: 'req_…',
    },
  },
  // The text for a result without its call is in https://github.com/anthropics/claude-code/issues/95406.
  {
    id: 'anthropic.server_tool_pair',
    http: 400,
    body: { type: 'error', error: { type: 'invalid_request_error', message: '' }, request_id: 'req_…' },
  },
  {
    id: 'gemini.signature_invalid',
    http: 400,
    body: { error: { code: 400, message: 'Corrupted thought signature.', status: 'INVALID_ARGUMENT' } },
  },
  {
    id: 'mistral.empty_assistant',
    http: 400,
    body: {
      object: 'error',
      message: 'Assistant message must have either content or tool_calls, but not none.',
      type: 'invalid_request_assistant_message',
      param: null,
      code: '3240',
    },
  },
  {
    id: 'moonshot.search_result',
    http: 400,
    body: {
      error: {
        message: 'Invalid request: the result of $web_search must be its arguments',
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
    },
  },
  {
    id: 'moonshot.search_thinking',
    http: 400,
    body: {
      error: {
        message: 'Invalid request: $web_search is not supported when thinking is enabled',
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
    },
  },
  {
    id: 'moonshot.empty_assistant',
    http: 400,
    body: {
      error: {
        message: 'Invalid request: the message with role assistant must not be empty',
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
    },
  },
]

const tableSchema = z.object({
  rules: z.array(z.object({ id: z.string(), http: z.number(), body: z.record(z.string(), z.json()) })),
})

function readTable(): readonly RuleRow[] {
  return tableSchema.parse(JSON.parse(readFileSync(wireFixture('strict-rules.json'), 'utf8'))).rules
}

let rows: ReadonlyMap<string, RuleRow> | undefined

/** Returns all rows of strict-rules.json and the additional ones, by id. */
function ruleRows(): ReadonlyMap<string, RuleRow> {
  rows ??= new Map([...readTable(), ...FURTHER_ROWS].map((row) => [row.id, row]))
  return rows
}

/** Returns a row; throws if it does not exist. */
export function ruleRow(id: string): RuleRow {
  const row = ruleRows().get(id)
  if (row === undefined) throw new Error(`No rule is called ${id}.`)
  return row
}

/** Returns the checks of one API. A local server accepts everything except calls without results. */
export function checksFor(host: SimulatedHost, wire: WireFormat): RuleChecks {
  if (wire === 'anthropic') return { ...anthropicRules, ...anthropicContentRules, ...anthropicSchemaRules }
  if (wire === 'gemini') return { ...geminiRules, ...geminiContentRules, ...geminiSchemaRules }
  if (wire === 'responses') return responsesChecks(host)
  switch (host) {
    case 'openai':
      return { ...chatRules, ...chatContentRules, ...openaiWindowRules, ...openaiSchemaRules }
    case 'mistral':
      return {
        ...mistralRules,
        ...mistralLevelRules,
        ...mistralContentRules,
        ...mistralWindowRules,
        ...mistralSchemaRules,
      }
    case 'moonshot':
      return { ...moonshotRules, ...chatContentRules, ...moonshotWindowRules, ...moonshotSchemaRules }
    case 'xai':
      return { ...xaiRules, ...chatToolRules, ...chatContentRules, ...openaiSchemaRules }
    case 'local':
      return { ...chatToolRules, ...localContentRules, ...localSchemaRules }
    case 'openrouter':
      return { ...chatToolRules, ...openrouterLevelRules, ...openrouterContentRules, ...gatewaySchemaRules }
    default:
      return chatToolRules
  }
}

function responsesChecks(host: SimulatedHost): RuleChecks {
  return { ...responsesRulesOf(host), ...responsesContentRules, ...openaiSchemaRules }
}

function responsesRulesOf(host: SimulatedHost): RuleChecks {
  if (host === 'openai') return { ...responsesRules, ...openaiWindowRules }
  if (host === 'xai') return { ...xaiRules, ...xaiLevelRules, ...responsesToolRules }
  if (host === 'meta') return { 'meta.tool_choice': metaToolChoice, ...responsesToolRules }
  if (host !== 'deepseek') return responsesToolRules
  return { ...deepseekRules, 'responses.tool_call_missing': responsesToolRules['responses.tool_call_missing'] }
}
