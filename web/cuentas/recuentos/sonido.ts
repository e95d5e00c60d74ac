import { recuerdo } from '../../lib/recuerdo'
import type { Dicho } from './textos'

/** Frequency (Hz) and duration (s) of the notes of each result: one high note for success, low notes for problems. */
const NOTAS: Record<Dicho, readonly (readonly [hz: number, s: number])[]> = {
  correcto: [[1320, 0.09]],
  repetido: [
    [880, 0.05],
    [880, 0.05],
  ],
  otro_sitio: [
    [660, 0.12],
    [880, 0.12],
  ],
  no_esperado: [
    [520, 0.12],
    [520, 0.12],
  ],
  desconocido: [[220, 0.35]],
}
const VIBRA: Record<Dicho, number[]> = {
  correcto: [60],
  repetido: [30, 40, 30],
  otro_sitio: [120, 60, 120],
  no_esperado: [120, 60, 120],
  desconocido: [350],
}
const PAUSA_S = 0.06
const VOLUMEN = 0.15
const CLAVE_SONIDO = 'retorna.recuentos.sonido'

export const isSonido = () => recuerdo.get(CLAVE_SONIDO) !== 'no'
export const setSonido = (si: boolean) => recuerdo.set(CLAVE_SONIDO, si ? 'si' : 'no')

let audio: AudioContext | undefined

/** Play the sound of a scan's result, and vibrate. Silent if the browser does not allow sound. */
export function playDicho(dicho: Dicho): void {
  navigator.vibrate?.(VIBRA[dicho])
  if (!isSonido() || !('AudioContext' in globalThis)) return
  audio ??= new AudioContext()
  void audio.resume().catch(() => {})
  let t = audio.currentTime
  for (const [hz, s] of NOTAS[dicho]) {
    const nota = audio.createOscillator()
    const volumen = audio.createGain()
    nota.frequency.value = hz
    volumen.gain.setValueAtTime(VOLUMEN, t)
    volumen.gain.linearRampToValueAtTime(0, t + s)
    nota.connect(volumen).connect(audio.destination)
    nota.start(t)
    nota.stop(t + s)
    t += s + PAUSA_S
  }
}
