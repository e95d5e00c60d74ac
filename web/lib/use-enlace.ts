import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/**
 * What an anchor needs to lead within the app where the browser was not asked for another tab. A table has one in each row: it
 * takes no hooks of a Link.
 * @param href path with its search, as the address bar shows it
 */
export function useEnlace(href: string) {
  const router = useRouter()
  return {
    href,
    onClick: (e: MouseEvent) => {
      if (e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return
      e.preventDefault()
      void router.navigate({ href })
    },
  }
}

/** The inventory with these filters; those without a value are left out. */
export function inventarioHref(filtros: Record<string, string | undefined>): string {
  const dados = Object.entries(filtros).filter((f): f is [string, string] => f[1] !== undefined)
  return `/poc-status?${new URLSearchParams(dados)}`
}
