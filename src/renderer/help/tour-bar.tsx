import { Circle, CircleCheck, X } from 'lucide-react'

import { helpAt } from '../../shared/help-places.ts'
import { useStores } from '../hooks/app-context.ts'
import { useTour } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { nextAct, TOUR_ACTS } from '../store/tour-store.ts'
import { texts } from '../text/texts.ts'
import styles from './tour-bar.module.css'

const words = texts.help.tour

/** What of the tour is done and what comes next, above the work that it is about. */
export function TourBar() {
  const { help, tour } = useStores()
  const state = useTour((each) => each)
  if (!state.open) return null
  const next = nextAct(state)
  return (
    <section className={styles.bar} aria-label={words.title} data-landmark>
      <div className={styles.row}>
        <strong>{words.title}</strong>
        <ol className={styles.acts}>
          {TOUR_ACTS.map((act) => (
            <li key={act} className={styles.act} data-done={state.done.includes(act)} data-next={act === next}>
              {state.done.includes(act) ? <CircleCheck aria-hidden /> : <Circle aria-hidden />}
              <span>
                {words.acts[act].title}
                {state.done.includes(act) ? <span className={styles.hidden}>{words.done}</span> : null}
              </span>
            </li>
          ))}
        </ol>
        <IconButton label={words.close} onClick={() => tour.setState({ open: false })}>
          <X />
        </IconButton>
      </div>
      <p className={styles.next}>
        <span role="status">{next === null ? words.allDone : words.acts[next].how}</span>{' '}
        <Button tone="quiet" onClick={() => help.show(helpAt('first-steps', 'the-tour'))}>
          {words.more}
        </Button>
      </p>
    </section>
  )
}

/** Opens the tour, where it is offered. `always`: also when all of it is done. */
export function TourOffer({ always = false }: { always?: boolean }) {
  const { help, tour } = useStores()
  const isOffered = useTour((state) => !state.open && (always || nextAct(state) !== null))
  if (!isOffered) return null
  return (
    <Button
      tone="quiet"
      onClick={() => {
        help.close()
        tour.setState({ open: true })
      }}
    >
      {words.start}
    </Button>
  )
}
