import Button from '@mui/material/Button'
import type { ReactNode } from 'react'

/** Empty state of the board: the reason, and the next step. */
export function vacioOf(
  {
    falta,
    buscar,
    administra,
  }: { falta: string | undefined; buscar: string | undefined; administra: boolean },
  change: (cambio: { falta?: undefined; buscar?: undefined }) => unknown,
  onImport: () => void,
): { texto: string; ayuda: string; accion: ReactNode } {
  if (falta && !buscar)
    return {
      texto: 'No falta ningún contenedor',
      ayuda: 'De cada LT se encuentran tantos como dice el catálogo, o más.',
      accion: (
        <Button variant="outlined" onClick={() => void change({ falta: undefined })}>
          Ver todos los LT
        </Button>
      ),
    }
  if (buscar)
    return {
      texto: 'Ningún LT coincide con la búsqueda',
      ayuda: 'Prueba con otra parte del código o de la descripción.',
      accion: (
        <Button variant="outlined" onClick={() => void change({ buscar: undefined })}>
          Borrar búsqueda
        </Button>
      ),
    }
  return {
    texto: 'El catálogo de LT está vacío',
    ayuda: administra
      ? 'Importa un Excel o un CSV con los códigos, sus descripciones y sus totales.'
      : 'Un administrador tiene que importarlo.',
    accion: administra && (
      <Button variant="contained" onClick={onImport}>
        Importar catálogo
      </Button>
    ),
  }
}
