import { diaOf } from '../formato'
import { useAhora } from './ahora'
import { useZona } from './zona'

const DIA_MS = 86_400_000

/** Today in the plant's zone, `YYYY-MM-DD`. */
export function useHoy(): string {
  const zona = useZona()
  return diaOf(useAhora(), zona)
}

/** The plant day `dias` before another, both `YYYY-MM-DD`. */
export const diasAntes = (dia: string, dias: number): string =>
  new Date(Date.parse(`${dia}T00:00:00Z`) - dias * DIA_MS).toISOString().slice(0, 10)
