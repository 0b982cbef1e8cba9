/** Programs whose sessions and exports can be imported (docs/other-tools.md). */
const FOREIGN_TOOLS = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  opencode: 'opencode',
  pi: 'pi',
  'gemini-cli': 'Gemini CLI',
  cursor: 'Cursor',
  chatgpt: 'ChatGPT',
  'claude-ai': 'Claude.ai',
  'open-webui': 'Open WebUI',
  librechat: 'LibreChat',
  'big-agi': 'big-AGI',
  deepseek: 'DeepSeek',
  lobechat: 'LobeChat',
  'cherry-studio': 'Cherry Studio',
  chatbox: 'Chatbox',
  typingmind: 'TypingMind',
  jan: 'Jan',
} as const

export type ForeignTool = keyof typeof FOREIGN_TOOLS

/** Returns the name that people know the tool by; of a tool that is not known, its stored name. */
export function foreignToolLabel(tool: string): string {
  return Object.entries(FOREIGN_TOOLS).find(([name]) => name === tool)?.[1] ?? tool
}
