import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useKonami } from '../secreto/konami'

/** What every screen has: its title in the tab, and the secret keys. */
export function Raiz() {
  const titulo = useMatches({ select: (rutas) => rutas.at(-1)?.staticData.titulo })
  useEffect(() => {
    document.title = titulo ? `${titulo} · Retorna` : 'Retorna'
  }, [titulo])
  useKonami()
  return <Outlet />
}
