import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Link } from '@tanstack/react-router'
import { MIN_SILENCIOS, NUNCA_OIDOS } from '#contract/cuentas/perdidas/values'
import { entero, formatEuros } from '../../lib/formato'
import { tono } from '../../ui/theme/tono'

type Totales = { total: number; centimos: number; esperada: number; sin_estimar: number }

function formatEsperada({ total, centimos, esperada, sin_estimar }: Totales): string {
  if (sin_estimar === total) return 'no se sabe todavía'
  const sin = sin_estimar > 0 ? `, sin contar ${entero(sin_estimar)} de los que no se sabe` : ''
  return `${formatEuros(esperada)} de ${formatEuros(centimos)}${sin}`
}

type PropsNunca = { n: number; familia: string | undefined }

/** Containers that were never heard, which are on no rung; leads to exactly these. */
const NuncaOidos = ({ n, familia }: PropsNunca) => (
  <>
    <Link to="/poc-status" search={{ ...NUNCA_OIDOS, familia } as never} style={{ color: tono('brand') }}>
      {n === 1 ? '1 dado de alta' : `${entero(n)} dados de alta`}
    </Link>{' '}
    que nadie ha oído nunca: no {n === 1 ? 'está' : 'están'} en ningún peldaño.{' '}
  </>
)

type Props = {
  totales: Totales | undefined
  /** Number of containers that were never heard. */
  nuncaOidos: number | undefined
  familia: string | undefined
}

/** Expected loss of the list, how many containers are on no rung, and, if there is space, when silence leads to the next rung, and the basis of the probabilities. */
export const NotaVuelve = ({ totales, nuncaOidos = 0, familia }: Props) => (
  <Typography variant="body2" color="textSecondary" sx={{ px: 4, pb: 2 }}>
    {totales && totales.total > 0 && (
      <>
        Pérdida esperada: <b>{formatEsperada(totales)}</b>.{' '}
      </>
    )}
    {nuncaOidos > 0 && <NuncaOidos n={nuncaOidos} familia={familia} />}
    <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
      Se buscan a los 7 días sin oírlos y se propone su baja a los 30, sin contar los días que el calendario
      cierra su planta. La probabilidad de volver es la de los silencios pasados de la misma duración y etapa;
      al lado, cuántos son. Con menos de {MIN_SILENCIOS} no se sabe.
    </Box>
  </Typography>
)
