import type { actions as English } from '../en/actions.ts'
import { plural } from './plural.ts'

const agentCount = (agents: number): string => plural(agents, { one: '1 Agent', other: `${agents} Agenten` })

/** What the window says after an action, of a change of an agent, and of an action that failed. */
export const actions: typeof English = {
  unreachable:
    'Die Engine war nicht erreichbar. Nichts wurde geändert. Erneut versuchen, sobald das Fenster verbunden ist.',
  notConfirmed: 'Die Änderung wurde nicht bestätigt. Nichts wurde geändert.',
  archived: ({ agents }) => `${agentCount(agents)} archiviert.`,
  unarchived: ({ agents }) => `${agentCount(agents)} aus dem Archiv geholt.`,
  files: {
    attached: ({ file, kind, files }) => `${file} angehängt, ${kind}, ${files} von ${files}`,
    removed: ({ file }) => `${file} entfernt`,
    needsClick: 'Dateien mit der Büroklammer unten anhängen, einfügen oder hier ablegen.',
    tooMany: ({ files }) =>
      `Ein Prompt kann höchstens ${files} Dateien haben. Einige entfernen oder zwei Prompts senden.`,
    unreadable: ({ file }) => `${file} konnte nicht gelesen werden.`,
    unsupported: ({ file }) =>
      `${file}: Diese Art von Bild wird nicht unterstützt. Zuerst als PNG oder JPEG speichern.`,
    notConverted: ({ file }) => `${file} konnte nicht umgewandelt werden. Zuerst als PNG oder JPEG speichern.`,
  },
  compare: {
    stillAnswering:
      'Noch nicht alle Agenten dieses Vergleichs haben geantwortet. Auf sie warten oder sie anhalten, dann den Prompt senden.',
    adopted: ({ column }) => `${column} übernommen.`,
    adoptedAndArchived: ({ column, agents }) => `${column} übernommen. ${agentCount(agents)} archiviert.`,
  },
  race: {
    nothing: 'Es gab nichts anzuwenden.',
    applied: ({ files, folder }) =>
      `${plural(files, { one: '1 Datei', other: `${files} Dateien` })} auf ${folder} angewendet.`,
    undone: 'Die Änderungen sind rückgängig gemacht.',
  },
  catalogue: ({ models }) => `Der Katalog enthält ${models} Modelle.`,
  transfer: {
    broken:
      'Die Verbindung zur Engine ging verloren, bevor die Datei vollständig war. Nichts wurde gespeichert. Erneut versuchen.',
    brokenImport:
      'Die Verbindung zur Engine ging während des Imports verloren. Im Agentenbaum nachsehen, ob die neuen Agenten da sind, bevor die Datei erneut importiert wird.',
    unreadable:
      'Die Datei konnte nicht gelesen werden. Nichts wurde importiert. Nachsehen, ob sie noch da ist, und sie erneut auswählen.',
  },
  versions: {
    noPrompt:
      'Diese Antwort lässt sich nicht erneut versuchen: Sie antwortet auf eine Nachricht, oder ihr Prompt ist nicht geladen. Zum Prompt hochscrollen und ihn bearbeiten.',
    shown: ({ index, versions, model }) => `Version ${index} von ${versions}, ${model}`,
  },
  agent: {
    answered: ({ agent }) => `${agent} hat geantwortet`,
    stopped: ({ agent }) => `${agent} wurde angehalten`,
    failed: ({ agent, message }) => `${agent} ist fehlgeschlagen: ${message}`,
    needsApproval: ({ agent }) => `${agent} braucht eine Genehmigung`,
    retries: ({ agent }) => `${agent} versucht es erneut`,
    passedBudget: ({ agent, share }) => `„${agent}“ hat das Budget überschritten: ${share} davon sind verbraucht.`,
    nearBudget: ({ agent, share }) => `„${agent}“ hat ${share} des Budgets verbraucht.`,
  },
}
