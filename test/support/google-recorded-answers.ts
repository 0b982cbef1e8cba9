import { call, opaque, text, thinking } from './expected-answer.ts'
import type { ExpectedAnswer } from './expected-answer.ts'

/** The expected answer of each recording, taken from the recording. */
export const GOOGLE_RECORDED_ANSWERS: Readonly<Record<string, ExpectedAnswer>> = {
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
    end: ['TOOL_USE', 22, 145, 142, 0, 167],
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
