//! Threads and memory for games that are searched at once.

use std::time::Duration;

/// Divides this number of units by the needs: each share is at least one unit, and the rest follows the needs. If there are fewer units
/// than needs, each has one.
///
/// # Examples
/// ```
/// use emilia_cli::protocol::ggs::shares;
/// use std::time::Duration;
///
/// let seconds = Duration::from_secs;
/// assert_eq!(shares(8, &[seconds(30), seconds(10)]), [6, 2]);
/// assert_eq!(shares(1, &[seconds(30), seconds(10)]), [1, 1]);
/// ```
pub fn shares(units: usize, needs: &[Duration]) -> Vec<usize> {
    let total: f64 = needs.iter().map(Duration::as_secs_f64).sum();
    let exact = |need: &Duration| match total {
        total if total > 0.0 => units as f64 * need.as_secs_f64() / total,
        _ => units as f64 / needs.len() as f64,
    };
    let mut shares: Vec<usize> = needs.iter().map(|need| (exact(need) as usize).max(1)).collect();
    // What the shares of at least one took is taken back from the largest, and what rounding left goes to the share that lost most by it.
    loop {
        let given: usize = shares.iter().sum();
        let lost = |index: usize| exact(&needs[index]) - shares[index] as f64;
        let by_loss = |a: &usize, b: &usize| lost(*a).total_cmp(&lost(*b));
        let index = match given {
            given if given < units => (0..shares.len()).max_by(by_loss),
            given if given > units => (0..shares.len()).filter(|index| shares[*index] > 1).min_by(by_loss),
            _ => None,
        };
        match index {
            Some(index) if given < units => shares[index] += 1,
            Some(index) => shares[index] -= 1,
            None => return shares,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::shares;
    use std::time::Duration;

    #[test]
    fn all_units_are_given_and_each_has_one() {
        for units in 1..40 {
            for needs in [&[1][..], &[1, 1], &[0, 0, 0], &[1, 1000], &[7, 5, 3, 1], &[0, 60, 0]] {
                let needs: Vec<Duration> = needs.iter().map(|need| Duration::from_secs(*need)).collect();
                let found = shares(units, &needs);
                assert!(found.iter().all(|share| *share >= 1));
                assert_eq!(found.iter().sum::<usize>(), units.max(needs.len()), "{units} {needs:?}");
            }
        }
        assert!(shares(4, &[]).is_empty());
    }
}
