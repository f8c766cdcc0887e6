import type { PageSource } from './content-types.ts'

export const sizeGuidePage: PageSource = {
  slug: 'size-guide',
  title: 'Size Guide',
  description:
    'Shoe sizes in EU, US, UK and centimetres, and how to measure for belts, ready-to-wear and hats.',
  sections: [
    {
      id: 'women-shoes',
      heading: 'Women’s shoes',
      body: [
        'Stand on a sheet of paper in the evening, when feet are at their largest, and mark the heel and the longest toe. Measure both feet and go by the longer.',
      ],
      table: {
        columns: ['EU', 'US', 'UK', 'Foot (cm)', 'Foot (in)'],
        rows: [
          ['36', '6', '3', '23.0', '9.1'],
          ['37', '7', '4', '23.7', '9.3'],
          ['38', '8', '5', '24.3', '9.6'],
          ['39', '9', '6', '25.0', '9.8'],
          ['40', '10', '7', '25.7', '10.1'],
          ['41', '11', '8', '26.3', '10.4'],
        ],
      },
    },
    {
      id: 'men-shoes',
      heading: 'Men’s shoes',
      body: [
        'Measure in the socks you mean to wear. Welted shoes give across the ball of the foot, never in length.',
      ],
      table: {
        columns: ['EU', 'US', 'UK', 'Foot (cm)', 'Foot (in)'],
        rows: [
          ['40', '7', '6', '25.3', '10.0'],
          ['41', '8', '7', '26.0', '10.2'],
          ['42', '9', '8', '26.7', '10.5'],
          ['43', '10', '9', '27.3', '10.7'],
          ['44', '11', '10', '28.0', '11.0'],
          ['45', '12', '11', '28.7', '11.3'],
          ['46', '13', '12', '29.3', '11.5'],
        ],
      },
    },
    {
      id: 'belts',
      heading: 'Belts',
      body: [
        'Our belt size is the length in centimetres from the bar of the buckle to the third of five holes. The surest way to find it is to measure a belt that fits you, from the bar to the hole you use.',
      ],
      table: {
        columns: ['Size', 'To the third hole (cm)', 'To the third hole (in)', 'Trouser waist (in)'],
        rows: [
          ['70', '70', '27.6', '24–25'],
          ['75', '75', '29.5', '26–27'],
          ['80', '80', '31.5', '28–29'],
          ['85', '85', '33.5', '30–31'],
          ['90', '90', '35.4', '32–33'],
          ['95', '95', '37.4', '34–35'],
          ['100', '100', '39.4', '36–37'],
          ['105', '105', '41.3', '38–39'],
          ['110', '110', '43.3', '40–41'],
        ],
      },
    },
    {
      id: 'women-ready-to-wear',
      heading: 'Women’s ready-to-wear',
      body: [
        'These are measurements of the body. The measurements of the garment, with its ease, stand on each product page.',
      ],
      table: {
        columns: ['Size', 'IT', 'US', 'UK', 'Bust (cm · in)', 'Waist (cm · in)', 'Hips (cm · in)'],
        rows: [
          ['XS', '38', '2', '6', '80 · 31.5', '62 · 24.4', '88 · 34.6'],
          ['S', '40', '4', '8', '84 · 33.1', '66 · 26.0', '92 · 36.2'],
          ['M', '42', '6', '10', '88 · 34.6', '70 · 27.6', '96 · 37.8'],
          ['L', '44', '8', '12', '93 · 36.6', '75 · 29.5', '101 · 39.8'],
          ['XL', '46', '10', '14', '98 · 38.6', '80 · 31.5', '106 · 41.7'],
        ],
      },
    },
    {
      id: 'men-ready-to-wear',
      heading: 'Men’s ready-to-wear',
      body: [
        'Measure the chest under the arms with the tape level, the waist where you wear your trousers, and the collar with one finger inside the tape.',
      ],
      table: {
        columns: [
          'Size',
          'IT',
          'US / UK',
          'Chest (cm · in)',
          'Waist (cm · in)',
          'Collar (cm · in)',
        ],
        rows: [
          ['S', '46', '36', '94 · 37.0', '80 · 31.5', '38 · 15.0'],
          ['M', '48', '38', '98 · 38.6', '84 · 33.1', '40 · 15.7'],
          ['L', '50–52', '40–42', '104 · 40.9', '90 · 35.4', '42 · 16.5'],
          ['XL', '54', '44', '110 · 43.3', '96 · 37.8', '44 · 17.3'],
        ],
      },
    },
    {
      id: 'women-hats',
      heading: 'Women’s hats',
      body: [
        'Pass a tape around the head, a finger’s width above the ears. If you fall between two sizes, the larger can be taken in by a strip of felt under the band.',
      ],
      table: {
        columns: ['Size', 'Head (cm)', 'Head (in)'],
        rows: [
          ['S', '55–56', '21.7–22.0'],
          ['M', '57–58', '22.4–22.8'],
          ['L', '59–60', '23.2–23.6'],
        ],
      },
    },
    {
      id: 'men-hats',
      heading: 'Men’s hats',
      body: [
        'Measured as above. Straw holds its size; felt grows by a few millimetres with the warmth of the head.',
      ],
      table: {
        columns: ['Size', 'Head (cm)', 'Head (in)'],
        rows: [
          ['S', '56–57', '22.0–22.4'],
          ['M', '58–59', '22.8–23.2'],
          ['L', '60–61', '23.6–24.0'],
        ],
      },
    },
  ],
}
