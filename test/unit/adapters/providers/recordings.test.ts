import { describe, expect, it } from 'vitest'

import type { ContentBlock } from '../../../../src/shared/content.ts'
import type { Outcome, Wire } from '../../../support/provider-outcome.ts'
import { eventsOf, helloTo, outcomeOf, providerFor } from '../../../support/provider-outcome.ts'
import type { Delivery } from '../../../support/play-recording.ts'
import { deliver, playAnswers, playRecording, recordedEvents, recordedJson } from '../../../support/play-recording.ts'

/** What each recording must become, read off the recording. Long texts: how they begin and end, and their length. */
interface Expected {
  readonly model: string
  readonly responseId?: string
  /** Finish reason; input, output, thinking, cached, total tokens. */
  readonly end?: readonly [string, number, number, number, number, number]
  /** Category, retryable, provider's code. */
  readonly error?: readonly [string, boolean, string?]
  readonly paused?: true
  readonly blocks: readonly ExpectedBlock[]
}

type ExpectedText = string | readonly [start: string, end: string, length: number]
type ExpectedBlock =
  | { readonly type: 'text' | 'thinking'; readonly text: ExpectedText }
  | { readonly type: 'opaque'; readonly kind: string }
  | {
      readonly type: 'tool_call'
      readonly name: string
      readonly arguments: object | string
      readonly providerId: string | undefined
    }

const text = (value: ExpectedText): ExpectedBlock => ({ type: 'text', text: value })
const thinking = (value: ExpectedText): ExpectedBlock => ({ type: 'thinking', text: value })
/** A block that is kept for the provider alone. */
const opaque = (kind: string): ExpectedBlock => ({ type: 'opaque', kind })
/** Arguments as a string: what there is of a call that was cut off. */
const call = (name: string, args: object | string, providerId?: string): ExpectedBlock => ({
  type: 'tool_call',
  name,
  arguments: args,
  providerId,
})

const RECORDINGS: Readonly<Record<string, Expected>> = {
  'anthropic/compaction.sse': {
    model: 'claude-sonnet-4-6',
    responseId: 'msg_011CduoCRono7pFKoTWpPAia',
    end: ['STOP', 181, 8, 0, 0, 189],
    blocks: [opaque('compaction'), text('Hello! 👋')],
  },
  'anthropic/fable-stream-a-toolrefusal.sse': {
    model: 'claude-fable-5',
    responseId: 'msg_fixture_atool_0001',
    end: ['CONTENT_FILTER', 28, 106, 67, 0, 134],
    blocks: [
      opaque('server_tool_use'),
      opaque('web_search_tool_result'),
      text("Here's a summary of this year's solar eclipses and how"),
    ],
  },
  'anthropic/fable-stream-b-fallback.sse': {
    model: 'claude-opus-4-8',
    responseId: 'msg_fixture_b_0001',
    end: ['STOP', 31, 547, 0, 0, 578],
    blocks: [text([' there! Happy to explain.\n\n**Solar eclip', "what's sparking your interest!", 1312])],
  },
  'anthropic/message-delta-input-tokens.chunks.jsonl': {
    model: 'claude-opus-4-5-20251101',
    responseId: 'msg_3196a1cc08de4d76b85b8f5777c0d42b',
    end: ['STOP', 61, 2, 0, 0, 63],
    blocks: [text('pong')],
  },
  'anthropic/redacted-thinking.sse': {
    model: 'claude-sonnet-4-5-20250929',
    responseId: 'msg_018XZkwvj9asBiffg3fXt88s',
    end: ['STOP', 92, 189, 0, 0, 281],
    blocks: [
      thinking(''),
      thinking(''),
      text(["I notice that you've sent what appears t", 'a legitimate task or question?', 359]),
    ],
  },
  'anthropic/refusal-stop-details.chunks.jsonl': {
    model: 'claude-fable-5',
    responseId: 'msg_01RefusalStreamAbcdefghijk',
    end: ['CONTENT_FILTER', 18, 5, 0, 0, 23],
    blocks: [],
  },
  'anthropic/server-tool-code-execution.sse': {
    model: 'claude-sonnet-4-6',
    responseId: 'msg_01Js8aWE7YbmiaUPneGiCskE',
    end: ['STOP', 4714, 304, 0, 0, 5018],
    blocks: [
      thinking('Let me calculate this mathematical expression.'),
      text("I'll calculate that expression for you right away!"),
      opaque('server_tool_use'),
      opaque('bash_code_execution_tool_result'),
      text(['Following the standard **order of operat', 'Answer: **-428,330,955.97745**', 451]),
    ],
  },
  'anthropic/server-tool-pause-turn-part1.sse': {
    model: 'claude-sonnet-4-5-20250929',
    responseId: 'msg_01SC6GnkBDsmEDqyXQpQ2ipm',
    end: ['STOP', 404500, 943, 261, 0, 405443],
    paused: true,
    blocks: [
      thinking(['The user wants me to run a series of web', 'me as requested. Let me start.', 1051]),
      text("I'll run these searches one at a time as requested. Let me start:"),
      opaque('server_tool_use'),
      opaque('web_search_tool_result'),
      opaque('server_tool_use'),
      opaque('web_search_tool_result'),
      opaque('server_tool_use'),
      opaque('web_search_tool_result'),
      opaque('server_tool_use'),
      opaque('web_search_tool_result'),
      opaque('server_tool_use'),
      opaque('web_search_tool_result'),
      opaque('server_tool_use'),
      opaque('web_search_tool_result'),
      opaque('server_tool_use'),
      opaque('web_search_tool_result'),
      opaque('server_tool_use'),
      opaque('web_search_tool_result'),
      text('Let me continue with the remaining searches you requested:'),
      opaque('server_tool_use'),
      opaque('web_search_tool_result'),
      opaque('server_tool_use'),
      opaque('web_search_tool_result'),
      text('Now continuing with the remaining searches:'),
      opaque('server_tool_use'),
    ],
  },
  'anthropic/spliced-message-start.chunks.jsonl': {
    model: 'claude-3-haiku-20240307',
    responseId: 'msg_first',
    error: ['SERVER', true],
    blocks: [thinking('I will call the tool.'), call('test-tool', '{"value":"Spark', 'toolu_first')],
  },
  'anthropic/text-haiku45.sse': {
    model: 'claude-haiku-4-5-20251001',
    responseId: 'msg_01T8kTq7cYyYJeQ5DxcVUc6D',
    end: ['STOP', 10, 4, 0, 0, 14],
    blocks: [text('Hello')],
  },
  'anthropic/text-opus46.sse': {
    model: 'claude-opus-4-6',
    responseId: 'msg_01RtVNwYH2vM9SnBWNptSdTu',
    end: ['STOP', 17, 20, 0, 0, 37],
    blocks: [text('1. **Captain Scoop**\n2. **Gullet**')],
  },
  'anthropic/text-then-tool-no-args.chunks.jsonl': {
    model: 'claude-sonnet-4-5-20250929',
    responseId: 'msg_01GE2RKp1VYsPzdFs3sS9z5S',
    end: ['TOOL_USE', 565, 48, 0, 0, 613],
    blocks: [
      text("I'll update the issue list for you."),
      call('updateIssueList', {}, 'toolu_01QE1WLsSVp5hy5Q3GmGTmjP'),
    ],
  },
  'anthropic/thinking-adaptive-opus46-interleaved-text.sse': {
    model: 'claude-opus-4-6',
    responseId: 'msg_016xaB3rMXQHTBuAJvtvxaQx',
    end: ['STOP', 34, 44, 0, 0, 78],
    blocks: [
      text('\n\n'),
      thinking('Brief answer with two pet pelican names.'),
      text('1. **Captain Scoop**\n2. **Gullet**'),
    ],
  },
  'anthropic/thinking-budget-haiku45.sse': {
    model: 'claude-haiku-4-5-20251001',
    responseId: 'msg_01Eg56TYRnKCEgWtZu2yjR1t',
    end: ['STOP', 46, 133, 0, 0, 179],
    blocks: [
      thinking(['The user wants two names for a pet pelic', ' give two brief, catchy names:', 289]),
      text('1. **Pouch** - references their iconic bill pouch\n2. **Pelé** - playful take on "pelican"'),
    ],
  },
  'anthropic/thinking-long-sonnet4.sse': {
    model: 'claude-sonnet-4-20250514',
    responseId: 'msg_01ALwQ87pTS7hH1PjSdC9wJD',
    end: ['STOP', 43, 282, 0, 0, 325],
    blocks: [
      thinking(['This is a straightforward question about', ' could help prevent accidents.', 202]),
      text(['Here are the basic steps for safely cros', 'r speed when crossing streets.', 1021]),
    ],
  },
  'anthropic/thinking-then-tool.sse': {
    model: 'claude-haiku-4-5-20251001',
    responseId: 'msg_01JdU4xqNHXL9QCFWkwCDKGr',
    end: ['TOOL_USE', 598, 92, 53, 0, 690],
    blocks: [
      thinking(['The user wants me to:\n1. Use the fixed_v', 'o see what version it returns.', 180]),
      call('fixed_version', {}, 'toolu_01825dXWLSoJwCst1qTsiWdb'),
    ],
  },
  'anthropic/tool-parallel-2-followup.sse': {
    model: 'claude-haiku-4-5-20251001',
    responseId: 'msg_01XMATm4UFnjP841TckVuNF4',
    end: ['STOP', 678, 82, 0, 0, 760],
    blocks: [text(['Here are two great names for your pet pe', ' for your feathered friend! 🦅', 300])],
  },
  'anthropic/tool-parallel-2.sse': {
    model: 'claude-haiku-4-5-20251001',
    responseId: 'msg_01V2noLbAb2NgKnjaNw6Cn3w',
    end: ['TOOL_USE', 542, 62, 0, 0, 604],
    blocks: [
      call('pelican_name_generator', {}, 'toolu_01LtHJmixrs9NcWQkK8hu8hj'),
      call('pelican_name_generator', {}, 'toolu_01N8a4jWyf116qKTMqKKmjyt'),
    ],
  },
  'anthropic/unary-parallel-tools-4.json': {
    model: '',
    error: ['SERVER', true],
    blocks: [],
  },
  'openai-responses/bedrock-mantle-reasoning-tool.sse': {
    model: 'openai.gpt-5.6-luna',
    responseId: 'resp_3irkem3mb4qjb6cw3bfrozqwtev62iuhg5ygpmhx2j775j2hft5q',
    end: ['TOOL_USE', 115, 30, 14, 0, 145],
    blocks: [thinking(''), call('second_tool', {}, 'call_1')],
  },
  'openai-responses/custom-tool.chunks.jsonl': {
    model: 'gpt-5.2-codex',
    responseId: 'resp_custom_tool_test_001',
    end: ['TOOL_USE', 50, 20, 0, 0, 70],
    blocks: [call('write_sql', { input: 'SELECT * FROM users WHERE age > 25' }, 'call_custom_sql_001')],
  },
  'openai-responses/deepseek-reasoning-tool.sse': {
    model: 'deepseek-v4-flash',
    responseId: '1235b7ba-fdc9-4a1c-bfe4-6137c207baf3',
    end: ['TOOL_USE', 366, 59, 14, 256, 425],
    blocks: [
      thinking("The user asks about temperature in Tokyo. I'll call the tool."),
      call('get_temperature', { city: 'Tokyo' }, 'call_00_xjY8Z2BvSlzgEmmw0DtH0464'),
    ],
  },
  'openai-responses/lmstudio-reasoning-tool.chunks.jsonl': {
    model: 'zai-org/glm-4.7-flash',
    responseId: 'resp_cc7bfe18e2f2eca93006515c0fd19cfed16e46a93a60444a',
    end: ['TOOL_USE', 182, 61, 48, 2, 243],
    blocks: [
      thinking(['The user is asking for the weather in Sa', 'ion to make the function call.', 242]),
      text("I'll get the current weather information for San Francisco for you."),
      call('weather', { location: 'San Francisco' }, 'call_2025306790300011'),
    ],
  },
  'openai-responses/phase-commentary-reasoning-tool-gpt55.sse': {
    model: 'gpt-5.5-2026-04-23',
    responseId: 'resp_0fabc13af1ee0049006a691dfdab8881a1a75f2db7ff78cb83',
    end: ['TOOL_USE', 63, 69, 26, 0, 132],
    blocks: [
      thinking(''),
      text('I’ll check the capital lookup tool for “PotatoLand.”'),
      call('get_capital', { country: 'PotatoLand' }, 'call_LabG58Uhrq9kZvR52BYKjToD'),
    ],
  },
  'openai-responses/phase-final-answer-gpt55.sse': {
    model: 'gpt-5.5-2026-04-23',
    responseId: 'resp_0fabc13af1ee0049006a691dffc71481a18c5ea1841dec14ce',
    end: ['STOP', 147, 16, 0, 0, 163],
    blocks: [text('The capital of PotatoLand is **Potato City**.')],
  },
  'openai-responses/phase.chunks.jsonl': {
    model: 'gpt-5.3-codex',
    responseId: 'resp_0a63f40a2632b74300699f8818e5648196a8fa657ae8091421',
    end: ['STOP', 7112, 463, 64, 3072, 7575],
    blocks: [
      text(['Got it — I’ll quickly check reliable, up', 'rize the key items with links.', 153]),
      text(['Here are a few **AI headlines for today ', 'morning brief with timestamps.', 1485]),
    ],
  },
  'openai-responses/raw-cot-openrouter.sse': {
    model: 'openai/gpt-oss-20b',
    responseId: 'gen-1764265411-Fu1iEX7h5MRWiL79lb94',
    end: ['STOP', 78, 37, 22, 0, 115],
    blocks: [
      thinking('The user asks: "What is 2+2?" They expect a straightforward answer: 4. Just answer 4.'),
      text('4'),
    ],
  },
  'openai-responses/reasoning-encrypted-multistep.chunks.jsonl': {
    model: 'gpt-5.1-codex-max',
    responseId: 'resp_01830d662ab3856501693c321345c88190b0de00f3b9975691',
    end: ['TOOL_USE', 134, 28, 0, 0, 162],
    blocks: [
      thinking(['**Calculating step-by-step using calcula', ', reporting the final product.', 163]),
      call('calculator', { a: 12, b: 7, op: 'add' }, 'call_AB6AaRZ1FYZB2RwS6A5vbdqn'),
    ],
  },
  'openai-responses/reasoning-encrypted-then-tool-gpt5.sse': {
    model: 'gpt-5-2025-08-07',
    responseId: 'resp_0050471a34b36ae60068c97b94a480819587a9d70cf2979b33',
    end: ['TOOL_USE', 53, 469, 448, 0, 522],
    blocks: [thinking(''), call('final_result', { result: 6666 }, 'call_CWXgs68YprAjp6t0371hiPOI')],
  },
  'openai-responses/reasoning-summary-o3mini-high.sse': {
    model: 'o3-mini-2025-01-31',
    responseId: 'resp_68c42d0fb418819dbfa579f69406b49508fbf9b1584184ff',
    end: ['STOP', 13, 1680, 1408, 0, 1693],
    blocks: [
      thinking(['**Providing street crossing instructions', ' clear and easy to understand!', 2028]),
      text(["I'm not a road safety professional, but ", 'cific to your area. Stay safe!', 1251]),
    ],
  },
  'openai-responses/response-failed.chunks.jsonl': {
    model: 'gpt-5-nano-2025-08-07',
    responseId: 'resp_05500b38c2cd9bfc00691c7c9d222481a3b595421266dab424',
    error: ['BILLING', false, 'insufficient_quota'],
    blocks: [],
  },
  'openai-responses/text-gpt55.sse': {
    model: 'gpt-5.5-2026-04-23',
    responseId: 'resp_00592e63e61b66660169fab1b9f8e481a2b321356198d7ac1b',
    end: ['STOP', 11, 5, 0, 0, 16],
    blocks: [text('pong')],
  },
  'openai-responses/web-search-reasoning-gpt5.sse': {
    model: 'gpt-5-2025-08-07',
    responseId: 'resp_00a60507bf41223d0068c9d2fbf93481a0ba2a7796ae2cab4c',
    end: ['STOP', 9463, 582, 512, 8320, 10045],
    blocks: [
      thinking(''),
      opaque('web_search_call'),
      thinking(''),
      text(['San Francisco weather today (Tuesday, Se', 'seful for the cooler evening. ', 212]),
    ],
  },
  'xai/responses-reasoning-store-false.chunks.jsonl': {
    model: 'grok-code-fast-1',
    responseId: '0b824fe9-3250-2588-0bbf-0810402fc822',
    end: ['STOP', 216, 831, 253, 192, 1047],
    blocks: [
      thinking(['First, the question is: "What is specifi', 'ly using sections for clarity.', 754]),
      text(['### Overview of Sonoran Cuisine\nSonoran ', 'authentic, approachable meals.', 2786]),
    ],
  },
  'xai/responses-reasoning.chunks.jsonl': {
    model: 'grok-code-fast-1',
    responseId: 'bf3b2b34-79d4-a45c-7be8-d1e5f96386c2',
    end: ['STOP', 216, 923, 323, 192, 1139],
    blocks: [
      thinking(['First, the question is: "What is specifi', 'table features systematically.', 766]),
      text(['### Overview of Sonoran Cuisine\nSonoran ', 'cson or markets in Hermosillo.', 2849]),
    ],
  },
  'xai/responses-web-search.chunks.jsonl': {
    model: 'grok-4-fast-reasoning',
    responseId: '98a8d4aa-fc8b-fd93-e673-d5a8f1c9cee8',
    end: ['STOP', 1875, 695, 397, 1578, 2570],
    blocks: [
      opaque('web_search_call'),
      text(['xAI is an American artificial intelligen', 'he latest updates, check x.ai.', 1228]),
    ],
  },
  'gemini/empty-parts.sse': {
    model: 'gemini-2.5-flash-image-preview',
    responseId: 'kLewaKa5ONqI-8YP-c_NuAQ',
    end: ['STOP', 16, 1307, 0, 0, 1323],
    blocks: [text("Here's a cute cartoon kitten playing with a ball of yarn for you! "), opaque('inlineData')],
  },
  'gemini/error-mid-stream.sse': {
    model: 'gemini-3-pro-preview',
    error: ['SERVER', true, 'CANCELLED'],
    blocks: [text('First Second ')],
  },
  'gemini/finish-safety.sse': {
    model: 'gemini-1.5-flash',
    end: ['CONTENT_FILTER', 10, 66, 0, 0, 76],
    blocks: [text('<redacted>')],
  },
  'gemini/invalid-json.sse': {
    model: 'gemini-3-pro-preview',
    error: ['SERVER', true],
    blocks: [],
  },
  'gemini/malformed-content.sse': {
    model: 'gemini-3-pro-preview',
    error: ['SERVER', true],
    blocks: [],
  },
  'gemini/no-content-parts.sse': {
    model: 'gemini-2.0-flash-preview-image-generation',
    end: ['STOP', 34, 1370, 0, 0, 1404],
    blocks: [text(['I will generate a 3D rendering of a whim', 'bright, slightly cloudy sky.\n\n', 419])],
  },
  'gemini/recitation-no-content.sse': {
    model: 'gemini-2.0-flash',
    end: ['CONTENT_FILTER', 9, 261, 0, 0, 270],
    blocks: [text('text1text2text3text4text5text6text7text8')],
  },
  'gemini/thinking-gemini3pro-a.chunks.jsonl': {
    model: 'gemini-3-pro-preview',
    responseId: 'dX6LadKVC7SZ28oPr9yJoQs',
    end: ['STOP', 9, 285, 256, 0, 294],
    blocks: [text('There are **3** "r"s in strawberry.\n\nHere is the breakdown: st**r**awbe**rr**y.')],
  },
  'gemini/thought-parts-25pro.sse': {
    model: 'gemini-2.5-pro',
    responseId: 'beHBaJfEMIi-qtsP3769-Q8',
    end: ['STOP', 34, 1256, 787, 0, 1290],
    blocks: [
      thinking(["**Clarifying User Goals**\n\nI'm currently", 'circumstances or locations.\n\n\n', 1575]),
      text(['This is a great question! Safely crossin', 'me a driver might not see you.', 1938]),
    ],
  },
  'gemini/thought-tool-25flash.json': {
    model: 'gemini-2.5-flash',
    responseId: 'OYpyaqycKd2V_uMP65TsgA0',
    end: ['TOOL_USE', 32, 54, 42, 0, 86],
    blocks: [
      thinking(["**Generating Pelican Names**\n\nOkay, I'm ", "pelican. It's a quick plan.\n\n\n", 236]),
      call('pelican_name_generator', {}),
    ],
  },
  'gemini/tool-gemini3.chunks.jsonl': {
    model: 'gemini-3-pro-preview',
    responseId: 'QHiLaa6LBrb8vdIPoNztsAg',
    end: ['TOOL_USE', 29, 819, 804, 0, 848],
    blocks: [call('weather', { location: 'San Francisco' })],
  },
  'gemini/tool-gemini3flash.json': {
    model: 'gemini-3-flash-preview',
    responseId: '6XJFadi3PJOx-sAPgJ3S6Qs',
    end: ['TOOL_USE', 60, 48, 32, 0, 108],
    blocks: [call('multiply', { y: 3, x: 5 })],
  },
  'gemini/tool-gemini3pro-a.chunks.jsonl': {
    model: 'gemini-3-pro-preview',
    responseId: 'b36LacjwM668nsEP2tbsgQQ',
    end: ['TOOL_USE', 29, 60, 45, 0, 89],
    blocks: [call('weather', { location: 'San Francisco' })],
  },
  'gemini/tool-gemini3pro-followup.sse': {
    model: 'gemini-3-pro-preview',
    responseId: 'REVVabaiCdq4qtsPnZu96Qo',
    end: ['STOP', 257, 8, 0, 0, 265],
    blocks: [text('The capital of Mexico is Mexico City.')],
  },
  'gemini/tool-gemini3pro-signature.sse': {
    model: 'gemini-3-pro-preview',
    responseId: 'QUVVadTSNJ6_qtsPvN7J8Q0',
    end: ['TOOL_USE', 29, 212, 202, 0, 241],
    blocks: [call('get_country', {})],
  },
  'gemini/tool-single-20flash.sse': {
    model: 'gemini-2.0-flash',
    responseId: '1lpeaMTxIpW1nvgP-O3vwQY',
    end: ['TOOL_USE', 52, 5, 0, 0, 57],
    blocks: [call('get_capital', { country: 'France' })],
  },
  'gemini/unary-unexpected-tool-call.json': {
    model: 'gemini-3-flash-preview',
    responseId: 'Yu6TaYC3BcuQq7UPp8rOsAY',
    error: ['SERVER', true, 'UNEXPECTED_TOOL_CALL'],
    blocks: [call('list_files', {})],
  },
  'gemini/unknown-finish-enum.sse': {
    model: 'gemini-3-pro-preview',
    end: ['UNKNOWN', 0, 0, 0, 0, 0],
    blocks: [text(['**Cats:**\n\n- **Physical Characteristics:', 'ential health issues early on.', 3285])],
  },
  'gemini/utf8.sse': {
    model: 'gemini-3-pro-preview',
    end: ['STOP', 0, 0, 0, 0, 0],
    blocks: [
      text([
        '秋风瑟瑟，叶落纷纷，\n西风残照，寒霜渐浓。\n枫叶红了，菊花黄了，\n秋雨绵绵，秋意',
        '让我们一起欣赏秋天的美景，\n感受秋天的气息，领悟秋天的哲理。',
        225,
      ]),
    ],
  },
  'gemini/vertex-no-args-tool.chunks.jsonl': {
    model: 'gemini-3-flash-preview',
    responseId: '_vr4aYiWEJnYodAPkujX0QM',
    end: ['TOOL_USE', 249, 241, 183, 0, 490],
    blocks: [
      thinking(["**Processing User Requests**\n\nI've start", ' in parallel as instructed.\n\n\n', 320]),
      call('read_theme', {}),
      call('read_screen', { id: 'A' }),
      call('read_screen', { id: 'B' }),
      call('read_screen', { id: 'C' }),
    ],
  },
}

const WIRE_OF_FOLDER: Readonly<Record<string, Wire>> = {
  anthropic: 'anthropic',
  'openai-responses': 'openai',
  xai: 'openai',
  gemini: 'google',
}

function wireOf(file: string): Wire {
  return WIRE_OF_FOLDER[file.split('/')[0] ?? ''] ?? 'anthropic'
}

async function play(file: string, delivery?: Delivery): Promise<Outcome> {
  const playback = await playRecording(file, delivery)
  try {
    const provider = providerFor(wireOf(file), playback)
    return outcomeOf(await eventsOf(provider, helloTo(wireOf(file))), provider)
  } finally {
    await playback.stop()
  }
}

/** The outcome in the form of the table. */
function summary(outcome: Outcome, expected: Expected): Expected {
  const { usage, error, responseId } = outcome
  return {
    model: outcome.model,
    ...(responseId === undefined ? {} : { responseId }),
    ...(usage === undefined
      ? {}
      : {
          end: [
            outcome.finishReason ?? '',
            usage.inputTokens,
            usage.outputTokens,
            usage.thinkingTokens,
            usage.cachedTokens,
            usage.totalTokens,
          ] as const,
        }),
    ...(error === undefined
      ? {}
      : {
          error:
            error.providerCode === undefined
              ? ([error.category, error.retryable] as const)
              : ([error.category, error.retryable, error.providerCode] as const),
        }),
    ...(outcome.paused ? { paused: true } : {}),
    blocks: outcome.blocks.map((block, index) => blockSummary(block, expected.blocks[index])),
  }
}

function blockSummary(block: ContentBlock, expected: ExpectedBlock | undefined): ExpectedBlock {
  if (block.type === 'tool_call')
    return call(block.name, block.malformed_arguments ?? block.arguments, block.provider_id)
  if (block.type === 'text' && block.text === '') {
    const content = Object.values(block.provider_data ?? {})[0]
    const kind =
      typeof content === 'object' && content !== null ? (Reflect.get(content, 'type') ?? Object.keys(content)[0]) : ''
    return opaque(String(kind))
  }
  const wanted = expected !== undefined && 'text' in expected ? expected.text : ''
  if (typeof wanted === 'string') return { type: block.type, text: block.text }
  const [start, end] = wanted
  return {
    type: block.type,
    text: [block.text.slice(0, start.length), block.text.slice(-end.length), block.text.length],
  }
}

describe.each(Object.entries(RECORDINGS))('%s', (file, expected) => {
  it('becomes the answer that was recorded', async () => {
    expect(summary(await play(file), expected)).toEqual(expected)
  })
})

describe('the whole text', () => {
  const spoken = Object.keys(RECORDINGS).filter(
    (file) => !/unary|error|invalid|malformed|spliced|failed|multistep/.test(file),
  )

  it.each(spoken)('%s: is what the provider sent, word for word', async (file) => {
    const outcome = await play(file)
    const shown = outcome.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('')
    expect(shown).toBe(sentText(file))
  })
})

/** The text of a recording, put together without the adapters. */
function sentText(file: string): string {
  const events = recordedJson(file)
  const wire = wireOf(file)
  if (wire === 'openai') {
    return collect(events.at(-1), (node) => (node['type'] === 'output_text' ? node['text'] : undefined))
  }
  if (wire === 'google') {
    return collect(events, (node) => ('text' in node && node['thought'] !== true ? node['text'] : undefined))
  }
  return collect(events, (node) => (node['type'] === 'text_delta' ? node['text'] : undefined))
}

function collect(value: unknown, pick: (node: Record<string, unknown>) => unknown): string {
  if (Array.isArray(value)) return value.map((entry) => collect(entry, pick)).join('')
  if (typeof value !== 'object' || value === null) return ''
  const node = { ...value }
  const picked = pick(node)
  if (typeof picked === 'string') return picked
  return Object.values(node)
    .map((entry) => collect(entry, pick))
    .join('')
}

describe('however the bytes arrive', () => {
  const files = [
    'anthropic/thinking-then-tool.sse',
    'openai-responses/phase-commentary-reasoning-tool-gpt55.sse',
    'gemini/utf8.sse',
  ]

  it.each(files)('%s: byte by byte, split inside characters, it is the same answer', async (file) => {
    expect(withoutPort(await play(file, 'bytes'))).toEqual(withoutPort(await play(file, 'events')))
  })

  it.each(files)('%s: all at once it is the same answer', async (file) => {
    expect(withoutPort(await play(file, 'whole'))).toEqual(withoutPort(await play(file, 'events')))
  })
})

/** Each playback has a port of its own, and the blocks are stamped with it. */
function withoutPort(outcome: Outcome): Outcome {
  return { ...outcome, blocks: outcome.blocks.map((block) => ({ ...block, endpoint: '' })) }
}

it('takes the responses of a recorded conversation one by one', async () => {
  const all = recordedEvents('openai-responses/reasoning-encrypted-multistep.chunks.jsonl')
  const starts = all.flatMap((event, index) => (event.includes('"type":"response.created"') ? [index] : []))
  const playback = await playAnswers(
    ...starts.map(
      (start, index) => (response: Parameters<typeof deliver>[0]) =>
        deliver(response, all.slice(start, starts[index + 1])),
    ),
  )
  const provider = providerFor('openai', playback)
  const outcomes: Outcome[] = []
  for (const _ of starts) outcomes.push(outcomeOf(await eventsOf(provider, helloTo('openai')), provider))
  await playback.stop()
  expect(outcomes.map((outcome) => [outcome.finishReason, outcome.blocks.at(-1)])).toMatchObject([
    ['TOOL_USE', { arguments: { a: 12, b: 7, op: 'add' } }],
    ['TOOL_USE', { arguments: { a: 19, b: 3, op: 'multiply' } }],
    ['TOOL_USE', { arguments: { a: 57, b: 10, op: 'multiply' } }],
    ['STOP', { text: 'The final result is **570**.' }],
  ])
})
