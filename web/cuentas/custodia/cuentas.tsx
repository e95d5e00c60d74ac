import Box from '@mui/material/Box'
import type { Saldo } from '#contract/cuentas/custodia/custodia'
import { PARQUE_PROPIO } from '#contract/cuentas/custodia/values'
import { entero, formatEuros } from '../../lib/formato'
import { BotonCifra } from '../../ui/filtros/cifras'

/** Value of a balance, and how many containers have no price; null: the user is not shown prices. */
export function formatValor(familias: Saldo['familias']): string | null {
  const con = familias.filter((f) => f.centimos !== null)
  if (con.length === 0) return null
  const sin = familias.filter((f) => f.centimos === null).reduce((sum, f) => sum + f.n, 0)
  const euros = formatEuros(con.reduce((sum, f) => sum + (f.centimos ?? 0), 0))
  return sin === 0 ? euros : `${euros} · ${entero(sin)} sin precio`
}

type Props = {
  saldos: Saldo[] | undefined
  elegido: number | undefined
  onChange: (tercero: number | undefined) => void
  /** The company's own stock links to its containers. */
  onOwn: () => void
}

/** The number of containers of each partner, and of the company itself; each filters the content below. */
export function Cuentas({ saldos, elegido, onChange, onOwn }: Props) {
  return (
    <Box
      role="group"
      aria-label="Cuentas"
      sx={{
        display: 'grid',
        gap: 2,
        px: 4,
        py: 3,
        gridAutoFlow: 'column',
        gridAutoColumns: { xs: '156px', md: 'minmax(156px, 240px)' },
        overflowX: 'auto',
      }}
    >
      {saldos?.map((s) => {
        const id = s.tercero?.id
        const puesto = id !== undefined && id === elegido
        return (
          <BotonCifra
            key={`${s.empresa} ${id}`}
            type="button"
            sx={{ '& span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } }}
            {...(id !== undefined && { 'aria-pressed': puesto })}
            onClick={id === undefined ? onOwn : () => onChange(puesto ? undefined : id)}
          >
            <span title={s.tercero?.nombre}>{s.tercero?.nombre ?? PARQUE_PROPIO}</span>
            <b>{entero(s.n)}</b>
            <span>{formatValor(s.familias) ?? ' '}</span>
          </BotonCifra>
        )
      })}
    </Box>
  )
}
