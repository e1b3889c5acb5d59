//! How seconds grow with a size, as SVG: sizes to the right, seconds upwards by powers of ten.

use std::fmt::Write as _;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
/// Free at the left, at the right (for the names), above and below.
const MARGINS: (f64, f64, f64, f64) = (64.0, 190.0, 36.0, 48.0);
/// Colours that users with colour blindness can distinguish, too (Okabe, Ito, *Color universal design*, 2008).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];
/// Less than this is drawn as this.
const LEAST: f64 = 0.01;

/// A name, and seconds by size.
#[derive(Clone, Debug)]
pub(super) struct Curve {
    pub name: String,
    /// Size and seconds.
    pub points: Vec<(u32, f64)>,
    /// Whether it is what the paper printed.
    pub is_theirs: bool,
}

/// Adds a point, where there is one, to the curve of this name, or to a new one.
pub(super) fn add_point(curves: &mut Vec<Curve>, name: &str, is_theirs: bool, size: u32, seconds: Option<f64>) {
    let Some(seconds) = seconds else { return };
    match curves.iter_mut().find(|curve| curve.name == name) {
        Some(curve) => curve.points.push((size, seconds)),
        None => curves.push(Curve { name: name.to_owned(), points: vec![(size, seconds)], is_theirs }),
    }
}

/// Several curves in one picture.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    /// The file, without its end.
    pub file: &'static str,
    pub title: String,
    /// What grows.
    pub size: &'static str,
    pub curves: Vec<Curve>,
}

impl Picture {
    /// As SVG.
    pub(super) fn svg(&self) -> String {
        let (left, right, above, below) = MARGINS;
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let sizes = || points().map(|point| point.0);
        let (first, last) = (sizes().min().unwrap_or(0), sizes().max().unwrap_or(1));
        let most = points().map(|point| point.1).fold(1.0, f64::max).log10().ceil();
        let least = LEAST.log10();
        let x = |size: u32| left + f64::from(size - first) / f64::from((last - first).max(1)) * (WIDTH - left - right);
        let y = |seconds: f64| above + (most - seconds.max(LEAST).log10()) / (most - least) * (HEIGHT - above - below);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n\
             <text x=\"{left}\" y=\"20\" font-size=\"14\">{}</text>\n",
            escaped(&self.title)
        );
        let (bottom, end) = (HEIGHT - below, WIDTH - right);
        let mut power = least;
        while power <= most {
            let (height, label) = (y(10_f64.powf(power)), 10_f64.powf(power));
            let _ = write!(
                svg,
                "<line x1=\"{left}\" y1=\"{height:.1}\" x2=\"{end}\" y2=\"{height:.1}\" stroke=\"#dddddd\"/>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label} s</text>\n",
                left - 6.0,
                height + 4.0
            );
            power += 1.0;
        }
        let mut ticks: Vec<u32> = sizes().collect();
        ticks.sort_unstable();
        ticks.dedup();
        // Labels that would lie on each other are left out.
        let mut free = f64::MIN;
        for tick in ticks {
            if x(tick) >= free {
                let _ = writeln!(
                    svg,
                    "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{tick}</text>",
                    x(tick),
                    bottom + 18.0
                );
                free = x(tick) + 24.0;
            }
        }
        let middle = f64::midpoint(left, end);
        let _ = writeln!(
            svg,
            "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            bottom + 38.0,
            escaped(self.size)
        );
        for (number, curve) in self.curves.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            let dashes = if curve.is_theirs { " stroke-dasharray=\"6 4\"" } else { "" };
            let places: Vec<(f64, f64)> = curve.points.iter().map(|&(size, seconds)| (x(size), y(seconds))).collect();
            let line: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dashes}/>",
                line.join(" ")
            );
            for (x, y) in places {
                let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
            }
            let row = above + 12.0 + 20.0 * number as f64;
            let _ = write!(
                svg,
                "<line x1=\"{:.1}\" y1=\"{row:.1}\" x2=\"{:.1}\" y2=\"{row:.1}\" stroke=\"{colour}\" stroke-width=\"2\"{dashes}/>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\">{}</text>\n",
                end + 12.0,
                end + 40.0,
                end + 46.0,
                row + 4.0,
                escaped(&curve.name)
            );
        }
        svg + "</svg>\n"
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_lie_inside_the_picture_and_names_are_escaped() {
        let curve = |name: &str, points: &[(u32, f64)], is_theirs| Curve {
            name: name.to_owned(),
            points: points.to_vec(),
            is_theirs,
        };
        let curves = vec![curve("a<b", &[(1, 0.001), (200, 2_400.0)], false), curve("none", &[], true)];
        let svg = Picture { file: "f", title: "P1 & P2".to_owned(), size: "x", curves }.svg();
        assert!(svg.contains("a&lt;b") && svg.contains("P1 &amp; P2"), "{svg}");
        assert!(
            svg.contains("points=\"64.0,352.0 530.0,56.1\"") || svg.contains("points=\"64.0,352.0 530.0,"),
            "{svg}"
        );
        assert!(svg.ends_with("</svg>\n"));
    }
}
