import { call, opaque, text, thinking } from './expected-answer.ts'
import type { ExpectedAnswer } from './expected-answer.ts'

/** The expected answer of each recording, taken from the recording. */
export const ANTHROPIC_RECORDED_ANSWERS: Readonly<Record<string, ExpectedAnswer>> = {
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
}
