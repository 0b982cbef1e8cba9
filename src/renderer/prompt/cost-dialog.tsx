import { useStores } from '../hooks/app-context.ts'
import { DialogForm } from '../parts/dialog-form.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { formatDollars, estimateText } from '../parts/money-text.ts'
import styles from '../parts/question-dialog.module.css'
import type { CostlyPrompt } from '../store/dialog-store.ts'
import { texts } from '../text/texts.ts'

const words = texts.prompt.costly

interface CostDialogProps {
  readonly prompt: CostlyPrompt
  onSend(): void
}

/** Asks whether a prompt shall be sent although it costs more than the user's limit. */
export function CostDialog({ prompt: { agents, estimates, limit }, onSend }: CostDialogProps) {
  const { dialogs } = useStores()
  const close = () => dialogs.close()
  const cost = estimateText(estimates)
  return (
    <Dialog
      title={agents === 1 ? words.title : words.titleMany({ agents })}
      size="narrow"
      initialFocus="marked"
      onClose={close}
    >
      <DialogForm
        submit={texts.prompt.sendFor({ cost })}
        focusesCancel
        onSubmit={() => {
          onSend()
          close()
        }}
        onCancel={close}
      >
        <p className={styles.caption}>{words.text({ cost, limit: formatDollars(limit) })}</p>
      </DialogForm>
    </Dialog>
  )
}
