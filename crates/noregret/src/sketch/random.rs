//! Random projections that need no memory: every entry is a function of the seed and its place.
//!
//! A row of the subsampled randomized Hadamard transform of 2^32 coordinates has the entries sign_i
//! (-1)^(bits of r & i) / sqrt tau, with r drawn for the row and a sign for the coordinate: any number
//! of features, without knowing it beforehand. Gaussian rows are drawn by the round.
//! Reference: Ailon and Chazelle 2006; Tropp 2011.

/// A well-mixed 64-bit hash of a seed and two numbers (SplitMix64's finaliser, twice).
fn mix(seed: u64, a: u64, b: u64) -> u64 {
    let step = |z: u64| {
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let golden = 0x9e37_79b9_7f4a_7c15_u64;
    step(
        step(seed.wrapping_add(golden))
            ^ step(a.wrapping_mul(golden).wrapping_add(1))
            ^ b.wrapping_mul(golden).rotate_left(32),
    )
}

/// A subsampled randomized Hadamard transform.
#[derive(Clone, Debug)]
pub(crate) struct Hadamard {
    seed: u64,
    frequencies: Vec<u32>,
}

impl Hadamard {
    /// The transform onto tau numbers.
    pub fn new(seed: u64, tau: usize) -> Self {
        Self { seed, frequencies: (0..tau as u64).map(|row| mix(seed, 2, row) as u32).collect() }
    }

    /// The column of a coordinate: what it adds to the image.
    pub fn add_column(&self, index: u32, value: f64, image: &mut [f64]) {
        let size = value / (self.frequencies.len() as f64).sqrt();
        let sign = mix(self.seed, 1, u64::from(index)) as u32 & 1;
        for (sum, frequency) in image.iter_mut().zip(&self.frequencies) {
            let odd = (frequency & index).count_ones() + sign;
            *sum += if odd.is_multiple_of(2) { size } else { -size };
        }
    }
}

/// Entry (row, index) of the `tau`-row subsampled randomized Hadamard transform of a seed.
pub fn hadamard_entry(seed: u64, tau: usize, row: usize, index: u32) -> f64 {
    let mut image = vec![0.0; tau];
    Hadamard::new(seed, tau).add_column(index, 1.0, &mut image);
    image[row]
}

/// tau independent draws from N(0, 1/tau), those of one round.
pub fn gaussian_row(seed: u64, tau: usize, round: u64) -> Vec<f64> {
    let unit = |k: u64| (mix(seed, round.wrapping_add(3), k) >> 11) as f64 / (1u64 << 53) as f64;
    (0..tau as u64)
        .map(|j| {
            // Box and Muller's pair, of which one is used.
            let radius = (-2.0 * libm::log1p(-unit(2 * j))).sqrt();
            radius * libm::cos(std::f64::consts::TAU * unit(2 * j + 1)) / (tau as f64).sqrt()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn projections_keep_lengths_on_average() {
        let (tau, d) = (16, 300);
        let x: Vec<f64> = (0..d).map(|i| f64::from(i % 7) - 3.0).collect();
        let norm2: f64 = x.iter().map(|v| v * v).sum();
        let (mut fourier, mut gauss) = (0.0, 0.0);
        let seeds = 400;
        for seed in 0..seeds {
            for row in 0..tau {
                let sum: f64 = (0..d).map(|i| hadamard_entry(seed, tau, row, i as u32) * x[i as usize]).sum();
                fourier += sum * sum / norm2 / seeds as f64;
            }
            gauss += gaussian_row(seed, tau, 5).iter().map(|v| v * v).sum::<f64>() / seeds as f64;
        }
        assert!((fourier - 1.0).abs() < 0.05, "{fourier}");
        assert!((gauss - 1.0).abs() < 0.05, "{gauss}");
    }

    #[test]
    fn entries_of_one_coordinate_are_orthogonal_over_all_rows() {
        // The columns of a Hadamard matrix are orthogonal: over all frequencies the products of two
        // coordinates cancel.
        let product: i32 = (0..64u32)
            .map(|r| if ((r & 5).count_ones() + (r & 12).count_ones()).is_multiple_of(2) { 1 } else { -1 })
            .sum();
        assert_eq!(product, 0);
    }
}
