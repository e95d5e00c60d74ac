import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/**
 * Props of an anchor that navigates within the app, unless the user asks the browser for another tab. A table has one in each row, so it
 * avoids the hooks of a Link.
 * @param href path with its search, as in the address bar
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

/** Address of the inventory with these filters; filters without a value are left out. */
export function inventarioHref(filtros: Record<string, string | undefined>): string {
  const dados = Object.entries(filtros).filter((f): f is [string, string] => f[1] !== undefined)
  return `/poc-status?${new URLSearchParams(dados)}`
}
