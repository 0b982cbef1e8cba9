/** What a call does to the world; the default policy goes by it. `context`: only the agent tree (the slash tool). */
export type ToolAccess = 'read' | 'write' | 'execute' | 'network' | 'context'
