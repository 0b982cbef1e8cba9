import type { Said } from './foreign-writers.ts'

const AT = '2026-11-02T09:00:00.000Z'
const MS = Date.parse(AT)
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const lines = (all: readonly unknown[]): string => all.map((one) => `${JSON.stringify(one)}\n`).join('')
const unless = <T>(missing: boolean, ...items: readonly T[]): readonly T[] => (missing ? [] : items)

/** Tools whose files are lists of messages, and how they write them. */
export const FLAT_WRITERS: Readonly<Record<string, (id: string, said: readonly Said[]) => string>> = {
  codex: (id, said) => {
    const item = (payload: object) => ({ timestamp: AT, type: 'response_item', payload })
    return lines([
      { timestamp: AT, type: 'session_meta', payload: { id, cwd: '/home/ana/app', originator: 'codex_cli_rs' } },
      { timestamp: AT, type: 'turn_context', payload: { model: 'gpt-5-mini', effort: 'medium' } },
      ...said.flatMap(({ id: own, by, text, thought, call, picture }) =>
        by === 'user'
          ? [
              item({
                type: 'message',
                role: 'user',
                content: [
                  { type: 'input_text', text },
                  ...unless(picture === undefined, { type: 'input_image', image_url: PICTURE }),
                ],
              }),
            ]
          : [
              ...unless(
                thought === undefined,
                item({ type: 'reasoning', id: `rs-${own}`, summary: [{ type: 'summary_text', text: thought }] }),
              ),
              item({ type: 'message', id: own, role: 'assistant', content: [{ type: 'output_text', text }] }),
              ...unless(
                call === undefined,
                item({
                  type: 'function_call',
                  id: `fc-${own}`,
                  name: call?.name,
                  arguments: '{}',
                  call_id: `call-${own}`,
                }),
                item({ type: 'function_call_output', call_id: `call-${own}`, output: call?.output }),
              ),
            ],
      ),
    ])
  },
  opencode: (id, all) => {
    // Its ids are in the order of time.
    const said = all.map((one, index) => ({ ...one, id: `${id}-${String(index).padStart(4, '0')}` }))
    return JSON.stringify({
      session: [{ id, title: id, directory: '/home/ana/app', parent_id: null, time_created: MS, time_updated: MS }],
      message: said.map(({ id: own, by }) => ({
        id: own,
        session_id: id,
        time_created: MS,
        data:
          by === 'user'
            ? { role: 'user', time: { created: MS } }
            : { role: 'assistant', modelID: 'claude-sonnet-5-5', providerID: 'anthropic', time: { created: MS } },
      })),
      part: said.flatMap(({ id: own, text, thought, call, picture }) => {
        const part = (name: string, data: object) => ({ id: `${own}-${name}`, message_id: own, session_id: id, data })
        return [
          ...unless(thought === undefined, part('1', { type: 'reasoning', text: thought })),
          part('2', { type: 'text', text }),
          ...unless(
            picture === undefined,
            part('3', { type: 'file', mime: 'image/png', filename: 'picture.png', url: PICTURE }),
          ),
          ...unless(
            call === undefined,
            part('4', {
              type: 'tool',
              tool: call?.name,
              callID: `call-${own}`,
              state: { status: 'completed', input: {}, output: call?.output },
            }),
          ),
        ]
      }),
    })
  },
  'gemini-cli': (id, said) =>
    lines([
      { sessionId: id, projectHash: '0', startTime: AT },
      ...said.map(({ id: own, by, text, thought, call }) =>
        by === 'user'
          ? { id: own, timestamp: AT, type: 'user', content: [{ text }] }
          : {
              id: own,
              timestamp: AT,
              type: 'gemini',
              model: 'gemini-2.5-flash-lite',
              content: text,
              ...(thought !== undefined && { thoughts: [{ subject: '', description: thought }] }),
              ...(call !== undefined && {
                toolCalls: [
                  {
                    id: `call-${own}`,
                    name: call.name,
                    args: {},
                    result: [
                      { functionResponse: { id: `call-${own}`, name: call.name, response: { output: call.output } } },
                    ],
                    status: 'success',
                  },
                ],
              }),
            },
      ),
    ]),
  'big-agi': (id, said) =>
    JSON.stringify({
      id,
      systemPurposeId: 'Generic',
      userTitle: id,
      created: MS,
      messages: said.map(({ id: own, by, text, thought, call }) => ({
        id: own,
        role: by === 'user' ? 'user' : 'assistant',
        created: MS,
        ...(by === 'model' && { generator: { name: 'gpt-5-mini' } }),
        fragments: [
          ...unless(thought === undefined, { ft: 'void', fId: 'a', part: { pt: 'ma', aText: thought } }),
          { ft: 'content', fId: 'b', part: { pt: 'text', text } },
          ...unless(
            call === undefined,
            {
              ft: 'content',
              fId: 'c',
              part: { pt: 'tool_invocation', id: `call-${own}`, invocation: { name: call?.name, args: '{}' } },
            },
            {
              ft: 'content',
              fId: 'd',
              part: { pt: 'tool_response', id: `call-${own}`, response: { result: call?.output } },
            },
          ),
        ],
      })),
    }),
  typingmind: (id, said) =>
    JSON.stringify({
      data: {
        chats: [
          {
            chatID: id,
            chatTitle: id,
            model: 'gpt-5-mini',
            messages: said.flatMap(({ id: own, by, text, call, picture }) => [
              {
                uuid: own,
                role: by === 'user' ? 'user' : 'assistant',
                createdAt: AT,
                content: [
                  { type: 'text', text },
                  ...unless(picture === undefined, { type: 'image_url', image_url: { url: PICTURE } }),
                ],
                ...(call !== undefined && {
                  tool_calls: [{ id: `call-${own}`, function: { name: call.name, arguments: '{}' } }],
                }),
              },
              ...unless(call === undefined, {
                uuid: `${own}-result`,
                role: 'tool',
                tool_call_id: `call-${own}`,
                content: call?.output,
                createdAt: AT,
              }),
            ]),
          },
        ],
      },
    }),
  chatbox: (id, said) =>
    JSON.stringify({
      __exported_items: ['conversations'],
      [`session:${id}`]: {
        id,
        name: id,
        messages: said.map(({ id: own, by, text, thought, call }) => ({
          id: own,
          role: by === 'user' ? 'user' : 'assistant',
          timestamp: MS,
          ...(by === 'model' && { model: 'gpt-5-mini' }),
          contentParts: [
            ...unless(thought === undefined, { type: 'reasoning', text: thought }),
            { type: 'text', text },
            ...unless(call === undefined, {
              type: 'tool-call',
              state: 'result',
              toolCallId: `call-${own}`,
              toolName: call?.name,
              args: {},
              result: call?.output,
            }),
          ],
        })),
      },
    }),
  jan: (id, said) =>
    lines(
      said.map(({ id: own, by, text, thought, call, picture }) => ({
        id: own,
        object: 'thread.message',
        thread_id: id,
        role: by === 'user' ? 'user' : 'assistant',
        created_at: MS,
        metadata: by === 'user' ? {} : { modelId: 'gpt-5-mini' },
        content: [
          ...unless(thought === undefined, { type: 'reasoning', text: { value: thought } }),
          { type: 'text', text: { value: text } },
          ...unless(picture === undefined, { type: 'image_url', image_url: { url: PICTURE } }),
          ...unless(call === undefined, {
            type: 'tool_call',
            tool_call_id: `call-${own}`,
            tool_name: call?.name,
            input: {},
            output: call?.output,
          }),
        ],
      })),
    ),
  'cherry-studio': (id, said) => {
    const blocks = said.flatMap(({ id: own, text, thought, call, picture }) => {
      const block = (name: string, content: object) => ({
        id: `${own}-${name}`,
        messageId: own,
        status: 'success',
        ...content,
      })
      return [
        ...unless(thought === undefined, block('1', { type: 'thinking', content: thought })),
        block('2', { type: 'main_text', content: text }),
        ...unless(picture === undefined, block('3', { type: 'image', url: PICTURE })),
        ...unless(
          call === undefined,
          block('4', {
            type: 'tool',
            toolId: `call-${own}`,
            toolName: call?.name,
            arguments: {},
            content: call?.output,
          }),
        ),
      ]
    })
    const messages = said.map(({ id: own, parent, by }) => ({
      id: own,
      role: by === 'user' ? 'user' : 'assistant',
      ...(by === 'model' && { askId: parent, model: { id: 'gpt-5-mini', provider: 'openai' } }),
      topicId: id,
      createdAt: AT,
      blocks: blocks.filter(({ messageId }) => messageId === own).map((block) => block.id),
    }))
    return JSON.stringify({ time: MS, version: 5, indexedDB: { topics: [{ id, messages }], message_blocks: blocks } })
  },
  cursor: (id, said) =>
    JSON.stringify({
      [`composerData:${id}`]: {
        composerId: id,
        name: id,
        createdAt: MS,
        modelConfig: { modelName: 'gpt-5-mini' },
        fullConversationHeadersOnly: said.map(({ id: own, by }) => ({ bubbleId: own, type: by === 'user' ? 1 : 2 })),
      },
      ...Object.fromEntries(
        said.map(({ id: own, by, text, thought }) => [
          `bubbleId:${id}:${own}`,
          {
            bubbleId: own,
            type: by === 'user' ? 1 : 2,
            text,
            createdAt: AT,
            ...(thought !== undefined && { thinking: { text: thought } }),
          },
        ]),
      ),
    }),
}
