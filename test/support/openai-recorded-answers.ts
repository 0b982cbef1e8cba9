import { call, opaque, text, thinking } from './expected-answer.ts'
import type { ExpectedAnswer } from './expected-answer.ts'

/** The expected answer of each recording, taken from the recording. */
export const OPENAI_RECORDED_ANSWERS: Readonly<Record<string, ExpectedAnswer>> = {
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
}
