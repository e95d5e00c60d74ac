import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'

/** A number in the address between `min` and `max`, else undefined. */
export function numero(v: unknown, min: number, max: number): number | undefined {
  const n = typeof v === 'string' && v.trim() !== '' ? Number(v) : v
  return typeof n === 'number' && n >= min && n <= max ? n : undefined
}

/** An integer in the address between `min` and `max`, else undefined. */
export function entero(v: unknown, min: number, max: number): number | undefined {
  const n = numero(v, min, max)
  return n !== undefined && Number.isInteger(n) ? n : undefined
}

/** Text in the address, cut at `max` characters. The router parses a value of digits alone as a number. */
export function palabra(v: unknown, max: number): string | undefined {
  return typeof v === 'string' || typeof v === 'number' ? String(v).slice(0, max) || undefined : undefined
}

/** The option in the address if it is one of the allowed ones, else undefined. */
export function unaOf<T extends string | number>(opciones: readonly T[], v: unknown): T | undefined {
  return opciones.find((o) => String(o) === String(v))
}

/** A plant day `YYYY-MM-DD` of the address, else undefined. */
export function dia(v: unknown): string | undefined {
  if (typeof v !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(v)) return undefined
  const t = new Date(`${v}T00:00:00Z`)
  return !Number.isNaN(t.getTime()) && t.toISOString().startsWith(v) ? v : undefined
}

/** Drops undefined entries, so that defaults do not appear in the address. */
export function sinVacios<T extends object>(entrada: T): T {
  return Object.fromEntries(Object.entries(entrada).filter(([, v]) => v !== undefined)) as T
}

/** @param encima what is shown over the screen from then on, as in `useEncima` */
export type Change<B> = (
  cambio: { [K in keyof B]?: unknown },
  replace?: boolean,
  encima?: number,
) => Promise<void>

/** The search params of a screen with a setter. `validar` drops invalid values; it must be the same function at every call. */
export function useDireccion<B extends object>(
  validate: (s: Record<string, unknown>) => B,
): readonly [B, Change<B>] {
  const cruda = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const direccion = useMemo(() => validate(cruda), [cruda, validate])
  const change = useCallback<Change<B>>(
    (cambio, replace = false, encima = undefined) =>
      navigate({
        to: '.',
        search: ((previa: Record<string, unknown>) => validate({ ...previa, ...cambio })) as never,
        replace,
        ...(replace && { state: true }),
        ...(encima !== undefined && { state: (previo) => ({ ...previo, encima }) }),
        resetScroll: false,
      }),
    [navigate, validate],
  )
  return [direccion, change]
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** How many entries of the history ago nothing was shown over the screen; absent: none of them. */
    encima?: number
  }
}

/** The state of an entry that shows something else over the screen than the one before it: the browser's Back returns to that. */
export const onTop = <S extends { encima?: number }>(previo: S): S => ({
  ...previo,
  encima: (previo.encima ?? 0) + 1,
})

/**
 * A panel or dialog that is open while a search param names what it shows. To open it is a step of the history, to close it takes the step
 * back: the browser's Back closes what is open, and never opens again what was closed.
 */
export function useEncima<B extends object>(change: Change<B>, campo: keyof B & string) {
  const router = useRouter()
  return useMemo(() => {
    const put = (valor: unknown, replace: boolean, encima?: number) =>
      void change({ [campo]: valor } as Parameters<Change<B>>[0], replace, encima)
    const isOpen = (search: string) => new URLSearchParams(search).has(campo)
    return {
      open(valor: unknown): void {
        const { searchStr, state } = router.state.location
        put(valor, false, isOpen(searchStr) ? onTop(state).encima : 1)
      },
      close(): void {
        const { encima = 0 } = router.state.location.state
        if (!encima) {
          put(undefined, true)
          return
        }
        // An address that was opened with it has it still.
        const stop = router.history.subscribe(({ location }) => {
          stop()
          if (isOpen(location.search)) put(undefined, true)
        })
        router.history.go(-encima)
      },
    }
  }, [change, campo, router])
}

/** The value, or the last one that was defined: a dialog keeps its content while it closes. */
export function useUltimo<T>(valor: T | undefined): T | undefined {
  const [ultimo, setUltimo] = useState(valor)
  if (valor !== undefined && valor !== ultimo) setUltimo(valor)
  return valor ?? ultimo
}
