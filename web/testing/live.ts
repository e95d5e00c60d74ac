import type { Cambios } from '#contract/oir/vivo/live'

const open = new Set<LiveSource>()

/** The live stream of an app under test: it says only what the test has it say. */
export class LiveSource extends EventTarget {
  static readonly OPEN = 1
  readonly readyState = LiveSource.OPEN
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  constructor(readonly url: string) {
    super()
    open.add(this)
    queueMicrotask(() => this.onopen?.())
  }
  close() {
    open.delete(this)
  }
}

/** Tells the app by its live stream, which must be open. */
function say(event: 'cambios' | 'avisos', data: unknown): void {
  if (open.size === 0) throw new Error('the app listens to no live stream')
  for (const source of open) source.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }))
}

/** Tells the app which devices have changed. */
export const sayChanges = (dispositivos: Cambios['dispositivos']) =>
  say('cambios', { recargar: false, dispositivos } satisfies Cambios)
