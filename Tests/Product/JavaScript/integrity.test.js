// What the page says about a receiver that is not trusted.

import assert from 'node:assert/strict';
import test from 'node:test';

import { claimOf, integrityTexts } from '../../../templates/live/model/integrity.js';
import { headline, pageTitle, sentence, shownState, warning } from '../../../templates/live/model/state.js';
import { setLanguage } from '../../../templates/live/model/text.js';
import { all, languageTable, plain, setEnglish } from './support.js';

const since = '2026-01-01T12:03:04.000Z';
const fix = { latitude: 54, longitude: 10 };
const report = {
  state: 'contradicted', since, sequence: 1, fix, claim: { latitude: 54.81, longitude: 10 },
  integrity: { level: 'contradicted', since, reasons: [{ code: 'jump', detail: '90 km in 1 s' }, { code: 'new', detail: '' }, { code: 'time', detail: '9 s' }] },
};
/** @param {{ latitude: number, longitude: number }} place */
const format = ({ latitude, longitude }) => latitude + ' ' + longitude;
const style = { units: 'metric', now: Date.parse('2026-02-01T00:00:00Z'), format };

test('a contradicted receiver is never live, and its state has words of its own', () => {
  all(shownState, [[report, 0, 10, 'contradicted']]);
  all(headline, [['contradicted', 60, 0, 'at Home', 'Last trusted position'], ['contradicted', 60, 0, '', 'Last trusted position']]);
  all(warning, [['contradicted', report, '']]);
  all(sentence, [['contradicted', { fix }, 60, 'metric', 'Last known position: accuracy unknown, 1 min ago.']]);
  all(pageTitle, [['contradicted', report, 60, 'at Home', 'Last known position, 1 min ago: at Home · WhereIsMy']]);
});

test('a contradicted receiver has what it claims, what was last trusted, since when and why', () => {
  assert.deepEqual(plain(Object.values(integrityTexts(report, 180, style) ?? {})).map(plain), [
    'The receiver’s position cannot be true.', 'It claims 54.81 10, 90.2 km from the last trusted position.', 'Last trusted: 54 10, 3 min ago.',
    `Since ${plain(new Date(since).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' }))}: a jump farther than possible (90 km in 1 s), a time other than that of this computer (9 s).`,
  ]);
  const texts = integrityTexts({ ...report, fix: undefined }, null, style);
  assert.deepEqual([texts?.claim, texts?.trusted], ['It claims 54.81 10.', '']);
  assert.deepEqual(claimOf(report), { latitude: 54.81, longitude: 10 });
  assert.equal(claimOf({ ...report, claim: { latitude: 91, longitude: 0 } }), null);
});

test('a doubtful receiver has a warning without a claim, and a trusted one none', () => {
  const doubtful = { ...report, state: 'live', claim: undefined, integrity: { ...report.integrity, level: 'doubtful', reasons: [] } };
  assert.deepEqual(Object.values(integrityTexts(doubtful, 0, style) ?? {}), ['The receiver’s position is doubtful.', '', '', '']);
  assert.equal(integrityTexts({ ...report, integrity: { ...report.integrity, level: 'nominal' } }, 0, style), null);
  assert.equal(integrityTexts({ ...report, integrity: undefined }, 0, style), null);
});

test('in other languages the reasons are without their English figures', () => {
  setLanguage(languageTable('de'), 'de', (fault) => { throw new Error(fault); });
  const why = integrityTexts(report, 180, style)?.why ?? '';
  setEnglish();
  assert.match(why, /: ein Sprung, der weiter ist als möglich, eine andere Zeit als die dieses Computers\.$/);
});
