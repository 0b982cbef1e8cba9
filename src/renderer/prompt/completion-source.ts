import type { AgentSummary } from '../../shared/agent-summary.ts'
import { shortAgentId, type AgentId } from '../../shared/ids.ts'
import { outsideProgramOf } from '../../shared/outside-agent.ts'
import { profileNames } from '../../shared/profile.ts'
import { parseCommandLine } from '../../shared/slash-commands.ts'
import { calendarDayText } from '../text/calendar-day.ts'
import { texts } from '../text/texts.ts'
import { agentName } from '../store/agent-name.ts'
import { currentMarks } from '../store/mark-store.ts'
import { modelText } from '../../shared/model-spec-text.ts'
import { API_PROVIDERS, PROVIDER_NAMES } from '../../shared/providers.ts'
import { supportedModels } from '../../shared/supported-models.ts'
import type { AppStores } from '../app/app-stores.ts'
import type { CompletionAgent, CompletionSource } from './prompt-completion.ts'

const words = texts.prompt.completions

/** Returns the names in the window's stores that a command of this agent may contain. */
export function completionSource(
  { views, tree, models, marks, configuration, folders }: AppStores,
  agentId: AgentId,
): CompletionSource {
  const events = views.getState().views.get(agentId)?.events ?? []
  const list = models.getState().list?.providers.filter((group) => group.ready) ?? []
  const listed = list.flatMap((group) => group.models)
  const supported = PROVIDER_NAMES.flatMap((provider) => {
    const { isGateway, defaultModel } = API_PROVIDERS[provider]
    if (isGateway) return []
    const own = models.getState().list?.providers.find((group) => group.provider === provider)?.models
    return supportedModels(provider, own ?? (defaultModel === null ? [] : [{ id: defaultModel, endsOn: null }]))
  })
  return {
    marks: currentMarks(agentId, events, marks.getState().known.get(agentId)).marks.map(({ name }) => name),
    hasParent: tree.getState().agents.get(agentId)?.parentId != null,
    agents: reachableAgents(tree.getState().agents, agentId),
    models: [
      ...new Set([...supported.map(({ id }) => id), ...listed.map(({ provider, id }) => modelText(provider, id))]),
    ],
    profiles: profileNames(configuration.getState().config?.profiles ?? {}),
    templates: [
      ...(folders.getState().templates.get(agentId) ?? []),
      ...outsideCommands(tree.getState().agents.get(agentId)),
    ],
    modelNote(model) {
      const found = supported.find(({ id }) => id === model)
      if (found === undefined) return ''
      const end = found.endsOn === null ? [] : [words.until({ day: calendarDayText(found.endsOn) })]
      return [...(found.isDefault ? [words.default] : []), ...end].join(', ')
    },
    levelMeaning: (model, level) =>
      listed.find((each) => modelText(each.provider, each.id) === model)?.thinking?.[level] ?? '',
  }
}

/** The commands of the outside agent, except those whose names are ikigai's own. */
function outsideCommands(agent: AgentSummary | undefined): CompletionSource['templates'] {
  const program = outsideProgramOf(agent?.choice ?? null)
  return (agent?.outside?.commands ?? [])
    .filter(({ name }) => parseCommandLine(`/${name}`) === null)
    .map(({ description, ...command }) => ({ ...command, description: `${program}: ${description}` }))
}

function reachableAgents(agents: ReadonlyMap<AgentId, AgentSummary>, own: AgentId): readonly CompletionAgent[] {
  const ids = [...agents.keys()]
  const isUnique = (short: string): boolean => ids.filter((id) => id.startsWith(short)).length === 1
  return [...agents.values()]
    .filter(({ id, status }) => id !== own && status !== 'killed')
    .map((agent) => {
      const short = shortAgentId(agent.id)
      return { id: isUnique(short) ? short : agent.id, name: agentName(agent) }
    })
}
