import { ENGLISH_MISS } from '../../../shared/cache-miss-text.ts'
import { ENGLISH_POOL_CHOICE } from '../../../shared/pool-choice.ts'
import { ENGLISH_PLAIN } from '../../../shared/plain-request.ts'
import { GAP } from '../gap.ts'
import { plural } from './plural.ts'

const summaryOf = ({ messages }: { messages: string }) => `Summary of ${messages} messages`

/** The conversation in a pane: what was said and done, and what streams. */
export const history = {
  conversation: ({ agent }: { agent: string }) => `Conversation with ${agent}`,
  loadingOlder: 'Loading older messages…',
  loadingLater: 'Loading later messages…',
  jump: 'Jump to latest',
  jumpStreaming: 'Jump to latest (streaming)',
  empty: {
    noModel: 'Write a prompt, or choose a model first.',
    chooseModel: 'Choose a model',
    ask: ({ model }: { model: string }) => `Ask ${model} something.`,
    starters: 'Starters',
    several: {
      title: 'Ask 3 models the same question',
      prompt: `Compare ${GAP} with ${GAP}. Which one do you recommend, and why?`,
    },
    folder: {
      title: 'Explain this folder',
      prompt:
        'Look through this folder and explain what it contains, how its parts relate, and where to begin reading.',
    },
    script: {
      title: 'Write and test a script',
      prompt: `Write a script that ${GAP}. Test it with a few examples, and show me the results.`,
    },
    plan: {
      title: 'Plan with sub-agents',
      prompt: `Plan the following task, give each part of it to a sub-agent, and combine their results: ${GAP}`,
    },
    newAgents: ({ model }: { model: string }) => `New agents use ${model}`,
    newAgentsInstead: ({ model, ended }: { model: string; ended: string }) =>
      `New agents use ${model}, because ${ended} is no longer available`,
    change: 'Change…',
  },
  answer: {
    by: ({ model }: { model: string }) => `${model}: `,
    unknownModel: 'The model',
    turnCost: ({ cost }: { cost: string }) => `turn ${cost}`,
    goOn: 'Continue',
    cutOff: 'Cut off: the model reached its output limit.',
    withheld: 'The provider withheld the rest of this answer.',
    endedWithError: 'The answer ended with an error.',
    unknownEnd: 'The provider did not say that this answer is complete.',
    newSession: 'A new session: the agent received the conversation so far as text.',
    sessionCopy: 'The agent goes on in a copy of its session.',
    searched: ({ query }: { query: string }) => `Searched the web: ${query}`,
    code: 'Code run by the provider',
    codeOutput: 'Output of the code',
    sources: 'Sources',
    source: 'Source',
  },
  poolChoice: ENGLISH_POOL_CHOICE,
  plain: ENGLISH_PLAIN,
  filesNotSent: ({ count, reason }: { count: number; reason: string }) =>
    `${plural(count, { one: 'One older file was', other: `${count} older files were` })} not sent: ${reason}`,
  thinkingWithheld: ({ count, reasons }: { count: number; reasons: string }) =>
    `${plural(count, { one: 'One block', other: `${count} blocks` })} of earlier thinking did not reach the model: ${reasons}`,
  cacheMiss: {
    text: ENGLISH_MISS,
    asExpected: 'From the cache as expected',
    summary: ({ cause, tokens, cost }: { cause: string; tokens: string; cost: string | null }) =>
      `Cold: ${cause} · ${tokens} tokens not from the cache${cost === null ? '' : ` · ${cost} more`}`,
    provider: ({ reason, tokens, differs }: { reason: string; tokens: string | null; differs: boolean }) =>
      `The provider says: ${reason}${tokens === null ? '' : `, ${tokens} tokens`}.${differs ? ' ikigai finds something else.' : ''}`,
    forgotten: 'The texts of the two requests are no longer in memory.',
    place: ({ line, column, byte }: { line: number; column: number; byte: number }) =>
      `First difference: line ${line}, column ${column} of this part (byte ${byte})`,
    difference: 'First difference of the two requests',
  },
  interrupted: {
    cancelled: 'You stopped this answer.',
    closed: 'ikigai was closed during this answer. The part that arrived was saved.',
    crash: 'ikigai ended unexpectedly during this answer. The part that arrived was saved.',
    error: 'The answer was interrupted. The part that arrived was saved.',
    resume: 'Resume',
    discard: 'Discard',
  },
  starting: ({ program }: { program: string }) => `Starting ${program}…`,
  retry: {
    waiting: ({ error, attempt }: { error: string; attempt: number }) => `${error}. Try ${attempt} in`,
    now: 'Try now',
  },
  limitReturn: {
    goOn: ({ time }: { time: string }) => `Go on by itself when the limit resets: ${time}`,
    soFar: ({ times, most }: { times: number; most: number }) =>
      `Went on ${times} of ${most} times since your last act.`,
    times: 'It has gone on five times without you. Send a prompt, or try again.',
    wait: 'The limit resets in more than a day, for which it does not wait.',
  },
  nextSteps: {
    again: 'Try again',
    goOn: 'Continue',
    keys: 'Open Settings',
    model: 'Choose another model',
    compress: 'Compress',
    rewind: 'Rewind to a mark…',
    fork: 'Fork from a mark…',
    restart: 'Restart',
    otherModel: 'Continue with another model…',
    continueWith: ({ model }: { model: string }) => `Continue with ${model}`,
    leaveOut: 'Leave the last results out',
  },
  events: {
    systemPrompt: 'System prompt',
    mailFrom: 'Mail from',
    tool: 'tool',
    summary: summaryOf,
    forksHere: 'Forks here',
    moreForks: ({ forks }: { forks: number }) => plural(forks, { one: '1 more fork', other: `${forks} more forks` }),
    forkedFrom: 'Forked from',
    changes: ({ changes }: { changes: number }) => `${changes} changes`,
    killed: 'killed',
    killedByAgent: 'killed by an agent',
    takenOver: ({ to, folder }: { to: string; folder: string }) => `taken over by ${to}, works in ${folder}`,
    takenOverFrom: ({ from, to, folder }: { from: string; to: string; folder: string }) =>
      `taken over by ${to} from ${from}, works in ${folder}`,
    redacted: ({ events }: { events: number }) =>
      plural(events, { one: 'a message redacted', other: `${events} messages redacted` }),
    allRedacted: 'all messages redacted',
    outputsRemoved: ({ files, size, days }: { files: number; size: string; days: number }) =>
      `${plural(files, { one: 'one whole output', other: `${files} whole outputs` })} of tools deleted after ${plural(days, { one: 'a day', other: `${days} days` })} (${size})`,
    verdict: ({ ranking }: { ranking: string }) => `ranked ${ranking}`,
    notPreferred: 'no longer preferred',
    preferred: 'preferred',
    preferredTo: ({ models }: { models: string }) => `preferred to ${models}`,
    modelInstead: ({ model, ended }: { model: string; ended: string }) =>
      `${model}, because ${ended} is no longer available`,
    noInstructions: ({ path }: { path: string }) => `No longer in force: ${path}`,
    instructions: ({ facts }: { facts: string }) => `Instructions: ${facts}`,
    serversMissing: 'MCP servers that are not available:',
    serversAvailable: 'All MCP servers are available again.',
  },
  edits: {
    cleared: 'Context cleared',
    compressed: 'Compressed',
    rewound: 'Rewound',
    rewoundTo: ({ mark }: { mark: string }) => `Rewound to ${mark}`,
    undone: 'Undone',
    leftOut: 'Left out',
    removed: ({ edit, events, shown }: { edit: string; events: number; shown: string }) =>
      `${edit} · ${plural(events, { one: `${shown} event`, other: `${shown} events` })} removed from the context, still in the log`,
    restore: ({ files }: { files: number }) =>
      plural(files, { one: `Restore ${files} file`, other: `Restore ${files} files` }),
  },
  changes: {
    turn: 'Changes in this turn',
    review: 'Review',
    undoTurn: 'Undo turn',
    undoCall: 'Undo this change',
    unsure: ({ figures }: { figures: string }) => `Not certain whose: ${figures}`,
    causes: {
      undo: ({ figures }: { figures: string }) => `Undid changes: ${figures}`,
      restore: ({ figures }: { figures: string }) => `Restored files: ${figures}`,
      apply: ({ figures }: { figures: string }) => `Applied changes: ${figures}`,
      outside: ({ figures }: { figures: string }) => `Changed outside: ${figures}`,
    },
  },
  merge: {
    label: ({ answers }: { answers: number }) => `Merged from ${answers} answers`,
    branch: ({ agent }: { agent: string }) => `Merged from ${agent}`,
    from: 'Merged from',
    by: 'by',
    byPerson: '· written by hand',
    unknownModel: 'a model',
    undo: 'Undo merge',
  },
  race: {
    output: 'Output of the test command',
    begun: ({ attempts, test }: { attempts: number; test: string }) =>
      `race of ${plural(attempts, { one: '1 attempt', other: `${attempts} attempts` })} · ${test}`,
    nonePassed: 'race ended · none passed',
    winner: 'race ended · winner',
    started: 'started',
    tested: ({ run, figures }: { run: string; figures: string }) => `tested · ${run} · ${figures}`,
    limited: ({ reason }: { reason: string }) => `stopped, to be tested · ${reason}`,
    ended: ({ reason }: { reason: string }) => `ended · ${reason}`,
    adopted: 'adopted',
  },
  rerun: {
    begun: 'run again from',
    diverged: ({ what }: { what: string }) => `differs from the recorded run · ${what}`,
    what: {
      other_call: 'another call',
      extra_call: 'one more call',
      missing_call: 'a recorded call was not made',
      no_result: 'no recorded result',
    },
    decided: {
      nearest: 'nearest recorded result played',
      run: 'from here on calls run',
      end: 'rerun ended here',
    },
    ended: {
      completed: 'rerun ended',
      difference: 'rerun ended at a difference',
      stopped: 'rerun stopped',
      failed: 'rerun failed',
    },
  },
  evaluation: {
    begun: ({ name, file }: { name: string; file: string }) => `evaluation ${name} · ${file}`,
    run: ({ tasks, repeat, models }: { tasks: number; repeat: number; models: string }) =>
      `run · ${plural(tasks, { one: '1 task', other: `${tasks} tasks` })} × ${repeat} · ${models}`,
    failed: ({ reason }: { reason: string }) => `failed · ${reason}`,
    notJudged: ({ reason }: { reason: string }) => `not judged · ${reason}`,
    passed: 'passed',
    notPassed: 'did not pass',
  },
}
