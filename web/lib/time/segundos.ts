import { useEffect, useState } from 'react'

/** Seconds since a timestamp (ms), updated every second; 0 without a timestamp. */
export function useSegundos(desde: number | undefined): number {
  const [ahora, setAhora] = useState(Date.now)
  useEffect(() => {
    if (desde === undefined) return
    const reloj = setInterval(() => setAhora(Date.now()), 500)
    return () => clearInterval(reloj)
  }, [desde])
  return desde === undefined ? 0 : Math.max(0, (ahora - desde) / 1000)
}
